import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { suspectThreshold } from './login-throttle.rules.ts';
import { checkThrottled, type Origin } from './login-throttle.ts';

const database = await makeTestDatabase();
const { db } = database;

beforeEach(() => db.run(sql`delete from login_tries`));

const school = { network: '203.0.113.7' };
const guess = (username: string, origin: Origin) =>
  checkThrottled(db, { username, origin }, async () => false);
const canLogIn = (username: string, origin: Origin) =>
  checkThrottled(db, { username, origin }, async () => true).catch(() => false);

/** Makes the attempts at once and counts those that were checked instead of rejected. */
async function countChecked(
  count: number,
  attempt: (index: number) => Promise<boolean>,
): Promise<number> {
  const attempts = Array.from({ length: count }, (_, index) => attempt(index));
  const outcomes = await Promise.allSettled(attempts);
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

test('of a hundred concurrent guesses ten are checked, whatever the case of the username', async () => {
  expect(await countChecked(100, (index) => guess(index % 2 ? 'An' : 'aN', school))).toBe(10);
});

test('a guess is counted before it is checked', async () => {
  let isChecked = false;
  await guess('an', school);
  await checkThrottled(db, { username: 'an', origin: school }, async () => {
    const tries = sql`
      select tries from login_tries where username = 'an' and origin = ${school.network}`;
    expect(await db.values(z.number(), tries)).toEqual([2]);
    isChecked = true;
    return false;
  });
  expect(isChecked).toBe(true);
});

test('guesses do not affect other networks and other usernames', async () => {
  await countChecked(30, () => guess('an', school));
  expect(await canLogIn('an', school)).toBe(false);
  expect(await canLogIn('an', { network: '198.51.100.1' })).toBe(true);
  expect(await canLogIn('binh', school)).toBe(true);
});

test('after a hundred failed logins from a network each user still has three attempts', async () => {
  await countChecked(suspectThreshold, (index) => guess(`ai.${index}`, school));
  expect(await countChecked(20, () => guess('an', school))).toBe(3);
  expect(await canLogIn('binh', school)).toBe(true);
  expect(await countChecked(20, () => guess('an', { network: '198.51.100.1' }))).toBe(10);
});

test('guesses from many networks delay logins from all networks but not on a known device', async () => {
  const device = { device: 'abc' };
  const checked = await countChecked(130, (index) =>
    guess('an', { network: `198.51.100.${index}` }),
  );
  expect(checked).toBe(100);
  expect(await canLogIn('an', { network: '192.0.2.1' })).toBe(false);
  expect(await canLogIn('an', device)).toBe(true);
  expect(await countChecked(20, () => guess('an', device))).toBe(10);
  expect(await canLogIn('an', { device: 'other' })).toBe(true);
});

test('a correct password resets the user’s own counter and is not counted in the shared ones', async () => {
  await countChecked(9, () => guess('an', school));
  expect(await canLogIn('an', school)).toBe(true);
  expect(await countChecked(20, () => guess('an', school))).toBe(10);
  for (const condition of [sql`origin = ''`, sql`username = ''`]) {
    const tries = sql`select tries from login_tries where ${condition}`;
    expect(await db.values(z.number(), tries)).toEqual([19]);
  }
});

test('after a wait one attempt is allowed, and the next wait is twice as long', async () => {
  await countChecked(10, () => guess('an', school));
  await db.run(sql`update login_tries set wait_until = ${new Date().toISOString()}`);
  expect(await countChecked(5, () => guess('an', school))).toBe(1);
  await expect(guess('an', school)).rejects.toMatchObject({
    message: 'Nhập sai mật khẩu quá nhiều lần, hãy thử lại sau 10 giây',
    retryAfterSeconds: 10,
  });
});
