import { auth } from '@lop-xanh/contract/auth';
import { notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loginLimits } from './features/auth/login-throttle.rules.ts';
import { openDiskStorage } from './storage/disk-storage.ts';
import { fetchStatus, listen, makePostSender, photo } from './testing/faulty-server.ts';
import { addTwoSchools, password } from './testing/fixtures.ts';
import { getServerCommand, makeDataDir, startServerProcess } from './testing/server-process.ts';
import { makeTestDatabase, toDatabaseUrl } from './testing/test-database.ts';

const database = await makeTestDatabase();
const { ours } = await addTwoSchools(database);
const post = makePostSender(ours.teacher);
const DATABASE_URL = toDatabaseUrl(database.connection);

test('a server whose clock is an hour fast agrees with the database and another server', async () => {
  const DATA_DIR = makeDataDir();
  const wrongClock = ['--import', './server/src/testing/wrong-clock.mjs'];
  const [node, main] = getServerCommand();
  const command = [node, ...wrongClock, main];
  const offsetMs = 3_600_000;
  const environment = { DATA_DIR, DATABASE_URL, CLOCK_OFF_MS: String(offsetMs) };
  const { address: wrong, output } = await startServerProcess(environment, command);
  const right = await listen(database, openDiskStorage(DATA_DIR));
  const json = { 'content-type': 'application/json' };
  const logIn = (address: string, attempt: string) =>
    fetch(address + auth.login.path, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ username: ours.mod.username, password: attempt }),
    });
  const createOptions = (token: string) => ({
    headers: { ...json, authorization: `Bearer ${token}` },
  });

  for (const [here, there] of [
    [right, wrong],
    [wrong, right],
  ] as const) {
    const { token } = (await (await logIn(here, password)).json()) as { token: string };
    expect((await fetch(there + auth.me.path, createOptions(token))).status).toBe(200);
    const isRight = sql`
      select expires_at between now() + interval '29 days 23 hours 59 minutes'
        and now() + interval '30 days'
      from sessions order by created_at desc limit 1`;
    expect(await database.db.value(z.boolean(), isRight)).toBe(true);

    const { body } = await post(here, [photo], here);
    expect((await post(there, [photo], here)).body.id).toBe(body.id);
    expect(await fetchStatus(there, body.attachments[0]?.url as string)).toBe(200);
  }

  // The log shows that the clock is really wrong.
  const logged = () => Number(/"time":(\d+)/.exec(output())?.[1]);
  await expect.poll(() => (logged() - Date.now()) / offsetMs).toBeCloseTo(1, 1);

  // Two likes of one post are grouped by the five minutes of the database clock.
  for (const [address, { token }] of [
    [right, ours.student],
    [wrong, ours.mod],
  ] as const) {
    const url = address + posts.like.path.replace('{id}', String(ours.post));
    const liked = await fetch(url, {
      method: 'POST',
      body: '{"liked":true}',
      ...createOptions(token),
    });
    expect(liked.status).toBe(200);
  }
  const response = await fetch(wrong + notifications.list.path, createOptions(ours.teacher.token));
  const listed = ((await response.json()) as { notifications: { type: string }[] }).notifications;
  const groupKeys = await database.db.values(
    z.string(),
    sql`
      select distinct group_key from notifications
      where type = 'like_agg' and created_at between now() - interval '1 minute' and now()`,
  );
  expect(listed.filter(({ type }) => type === 'like_agg')).toHaveLength(groupKeys.length);
  expect(groupKeys.length).toBeGreaterThan(0);

  // Ten wrong passwords on either server, and the wait is computed by the database clock.
  for (let count = 0; count < 10; count++) await logIn(count % 2 ? right : wrong, 'sai');
  for (const address of [right, wrong]) {
    const rejected = await logIn(address, password);
    expect(rejected.status).toBe(429);
    const seconds = Number(rejected.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(loginLimits.username.firstWaitSeconds);
  }
});
