import { beforeEach, expect, test } from 'vitest';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { triesOfSuspect } from './login-throttle.rules.ts';
import { type Origin, throttled } from './login-throttle.ts';

const database = await makeTestDatabase();
const { db } = database;

beforeEach(() => db.deleteFrom('login_tries').execute());

const school = { network: '203.0.113.7' };
const guess = (username: string, origin: Origin) =>
  throttled(database, { username, origin }, async () => false);
const isLetIn = (username: string, origin: Origin) =>
  throttled(database, { username, origin }, async () => true).catch(() => false);

/** How many of these tries were checked at all. */
async function told(tries: Promise<boolean>[]): Promise<number> {
  const outcomes = await Promise.allSettled(tries);
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}
const times = (count: number, make: (at: number) => Promise<boolean>) =>
  told(Array.from({ length: count }, (_, at) => make(at)));

test('of a hundred guesses at the same moment ten are told, in whatever case', async () => {
  expect(await times(100, (at) => guess(at % 2 ? 'An' : 'aN', school))).toBe(10);
});

test('a guess is counted before it is checked', async () => {
  let isChecked = false;
  await guess('an', school);
  await throttled(database, { username: 'an', origin: school }, async () => {
    const row = db.selectFrom('login_tries').select('tries').where('username', '=', 'an');
    expect(await row.where('origin', '=', school.network).execute()).toEqual([{ tries: 2 }]);
    isChecked = true;
    return false;
  });
  expect(isChecked).toBe(true);
});

test('guesses from one network slow down neither another network nor another username', async () => {
  await times(30, () => guess('an', school));
  expect(await isLetIn('an', school)).toBe(false);
  expect(await isLetIn('an', { network: '198.51.100.1' })).toBe(true);
  expect(await isLetIn('binh', school)).toBe(true);
});

test('a hundred wrong logins do not shut a school out: each user still has a few free tries', async () => {
  await times(triesOfSuspect, (at) => guess(`ai.${at}`, school));
  expect(await times(20, () => guess('an', school))).toBe(3);
  expect(await isLetIn('binh', school)).toBe(true);
  expect(await times(20, () => guess('an', { network: '198.51.100.1' }))).toBe(10);
});

test('guesses from everywhere slow down strangers, but not a remembered device', async () => {
  const device = { device: 'abc' };
  const tried = await times(130, (at) => guess('an', { network: `198.51.100.${at}` }));
  expect(tried).toBe(100);
  expect(await isLetIn('an', { network: '192.0.2.1' })).toBe(false);
  expect(await isLetIn('an', device)).toBe(true);
  expect(await times(20, () => guess('an', device))).toBe(10);
  expect(await isLetIn('an', { device: 'other' })).toBe(true);
});

test("a right password ends the user's own count and takes back its try from the others", async () => {
  await times(9, () => guess('an', school));
  expect(await isLetIn('an', school)).toBe(true);
  expect(await times(20, () => guess('an', school))).toBe(10);
  const shared = db.selectFrom('login_tries').select('tries');
  expect(await shared.where('origin', '=', '').execute()).toEqual([{ tries: 19 }]);
  expect(await shared.where('username', '=', '').execute()).toEqual([{ tries: 19 }]);
});

test('who waited may try again, and then waits twice as long', async () => {
  await times(10, () => guess('an', school));
  await db.updateTable('login_tries').set({ wait_until: new Date().toISOString() }).execute();
  expect(await times(5, () => guess('an', school))).toBe(1);
  await expect(guess('an', school)).rejects.toMatchObject({
    message: 'Nhập sai mật khẩu quá nhiều lần, hãy thử lại sau 10 giây',
    retryAfterSeconds: 10,
  });
});
