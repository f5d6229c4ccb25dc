import { Writable } from 'node:stream';
import { auth } from '@lop-xanh/contract/auth';
import { cards } from '@lop-xanh/contract/cards';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { createLogger } from '../../http/logger.ts';
import { afterFile } from '../../testing/cleanup-hooks.ts';
import { addCard, addTwoSchools, cardPictures, password } from '../../testing/fixtures.ts';
import { makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { generateSecret } from './cards.rules.ts';

const database = await makeTestDatabase();
const { db, pool } = database;
let log = '';
const stream = new Writable({
  write: (chunk, _encoding, done) => {
    log += chunk;
    done();
  },
});
const app = await buildApp({
  config: testConfig,
  database,
  storage: makeTestStorage(),
  rateLimits: { perUser: 1e9, perAddress: 1e9 },
  log: createLogger('info', stream),
});
afterFile(() => app.close());
const { ours } = await addTwoSchools(database);
const { student, teacher } = ours;

let secret: string;
beforeEach(async () => {
  await db.run(sql`delete from login_tries`);
  secret = await addCard(db, { student, issuedBy: teacher });
  log = '';
});

/** Unknown cards from one network before the first wait. */
const freeTries = 100;
const open = (unknown: string) => request(app, cards.open, { body: { secret: unknown } });
const logIn = (used: string, pictures = cardPictures) =>
  request(app, cards.login, { body: { secret: used, pictures } });

test('a flood of unknown cards is slowed down, and delays neither known cards nor passwords', async () => {
  const flood = () =>
    Promise.all(
      Array.from({ length: freeTries }, (_, index) =>
        index % 2 ? open(generateSecret()) : logIn(generateSecret()),
      ),
    );
  for (const { body } of await flood()) expect(body.reason).toBe('card_unknown');
  // The first wait is of a second, which a slow machine would let pass.
  await db.run(sql`update login_tries set wait_until = wait_until + interval '1 hour'`);
  for (const { status, body, headers } of await flood()) {
    expect({ status, reason: body.reason }).toEqual({
      status: 429,
      reason: 'too_many_cards_wait_seconds',
    });
    expect(Number(headers['retry-after'])).toBe(body.values.seconds);
  }
  expect((await open(secret)).status).toBe(200);
  expect((await logIn(secret)).status).toBe(200);
  const { username } = student;
  expect((await request(app, auth.login, { body: { username, password } })).status).toBe(200);
});

test('neither the log nor an error has the secret or the pictures', async () => {
  const wrong = cardPictures.toReversed();
  const responses = [
    await open(secret),
    await logIn(secret, wrong),
    await logIn(secret),
    await open('khong-hop-le'),
    await request(app, cards.login, { body: { secret: `${secret}x`, pictures: cardPictures } }),
    await request(app, cards.login, { body: { secret, pictures: ['fish', 'fish', 'fish'] } }),
    // Clients should not, but a curious one might.
    await app.inject({ method: 'POST', url: `${cards.open.path}?secret=${secret}`, payload: {} }),
  ];
  // The statement fails inside the server, with the secret among its parameters.
  await db.run(sql`alter table cards rename to missing_cards`);
  responses.push(await open(secret), await logIn(secret));
  await db.run(sql`alter table missing_cards rename to cards`);
  const statuses = responses.map((response) =>
    'status' in response ? response.status : response.statusCode,
  );
  expect(statuses).toEqual([200, 401, 200, 400, 400, 400, 400, 500, 500]);
  const texts = responses.map((response) =>
    'payload' in response ? response.payload : JSON.stringify(response.body),
  );
  expect(log).toContain('logged in with a card');
  expect(log).toContain('request failed');
  for (const text of [log, ...texts]) {
    expect(text).not.toContain(secret);
    for (const picture of cardPictures) expect(text).not.toContain(`"${picture}`);
    expect(text).not.toContain(cardPictures.join(' '));
    expect(text).not.toContain(wrong.join(' '));
  }
});

test.each([
  ['the card is revoked', 'update cards set secret_hash = null where student_id = $1', 401],
  ['the student is deactivated', "update users set status = 'inactive' where id = $1", 403],
])('a login does not succeed if %s meanwhile', async (_, change, status) => {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(change, [student.id]);
  let isDone = false;
  const login = logIn(secret).finally(() => {
    isDone = true;
  });
  await expect.poll(async () => isDone || (await isWaitingForLock())).toBe(true);
  expect(isDone).toBe(false);
  await client.query('commit');
  client.release();
  expect((await login).status).toBe(status);
  await db.run(sql`update users set status = 'active' where id = ${student.id}`);
});

test('a revocation that meets a login ends its session', async () => {
  const [login] = await Promise.all([
    logIn(secret),
    request(app, cards.revoke, { token: teacher.token, params: { id: student.id } }),
  ]);
  const { token = 'none' } = login.body;
  expect((await request(app, auth.me, { token })).status).toBe(401);
});

async function isWaitingForLock(): Promise<boolean> {
  const waiting = await db.run(sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return waiting > 0;
}
