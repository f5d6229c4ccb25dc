import { once } from 'node:events';
import { endpoints } from '@lop-xanh/contract/api';
import { apiErrors } from '@lop-xanh/contract/errors';
import { notifications } from '@lop-xanh/contract/notifications';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { cleanUp } from '../cleanup.ts';
import { openDatabase } from '../database/database.ts';
import { toRoutePattern } from '../http/serve.ts';
import { openS3Storage } from '../storage/s3-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { addUser } from '../testing/fixtures.ts';
import { scrape, startTestMetrics } from '../testing/metrics.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { makeFolder, makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';

const database = await makeTestDatabase();
const { username, token } = await addUser(database, { role: 'Admin' });

const durations = 'lop_xanh_http_request_duration_seconds';

test('labels hold nothing from requests, however odd these are, and do not grow with them', async () => {
  const { app, address } = await startTestMetrics(database);
  const sendOddRequests = async (start: number) => {
    for (let id = start; id < start + 5; id++) {
      const requests = [
        { url: `/api/posts/${id}/comments`, headers: { authorization: `Bearer ${token}` } },
        { url: `/api/students/${username}-${id}/attendance?ten=bimat` },
        { url: `/uploads/avt/${username}${id}.png` },
        { url: `/static/bimat-${id}.js` },
        { url: `/${username}/${id}` },
        { url: `/%E0%A4%A${id}` },
        { url: `/api/"} 1\n${username}{id="${id}"`.replaceAll('\n', '%0A') },
        { method: 'PROPFIND', url: `/bimat/${id}` },
        { method: 'POST', url: '/api/auth/login', payload: { username: `bimat${id}` } },
      ] as const;
      for (const sent of requests) await app.inject(sent as never);
    }
  };
  await sendOddRequests(1);
  const first = await scrape(address);
  await sendOddRequests(1_000);
  const { text, samples } = await scrape(address);

  const requestsCounted = samples.filter(({ name }) => name === `${durations}_count`);
  expect(requestsCounted.length).toBeGreaterThan(3);
  const listSeries = (list: typeof samples) =>
    list
      .filter(({ name }) => name.startsWith('lop_xanh_'))
      .map((sample) => Object.values(sample.labels));
  expect(listSeries(samples)).toEqual(listSeries(first.samples));

  const ownRoutes = endpoints.map(({ path }) => toRoutePattern(path));
  const otherRoutes = ['none', '/*', '/uploads/avt/*'];
  const allowed: Record<string, (value: string) => boolean> = {
    le: (value) => value === '+Inf' || Number(value) > 0,
    method: (value) => ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'other'].includes(value),
    route: (value) => [...ownRoutes, ...otherRoutes].includes(value),
    status: (value) => /^[2345]\d\d$/.test(value),
    reason: (value) => value in apiErrors,
    queue: (value) =>
      [
        'downloads',
        'expensive_reads',
        'file_lookups',
        'passwords',
        'photos',
        'reads',
        'scans',
        'tables',
        'videos',
        'writes',
      ].includes(value),
    outcome: (value) => ['sent', 'gone', 'failed', 'rejected'].includes(value),
    version: (value) => /^[v\d.]+$/.test(value),
  };
  const ours = samples.filter(({ name }) => name.startsWith('lop_xanh_'));
  const unexpected = ours.flatMap(({ name, labels }) =>
    Object.entries(labels)
      .filter(([label, value]) => !allowed[label]?.(value))
      .map(([label, value]) => `${name} ${label}=${value}`),
  );
  expect(unexpected).toEqual([]);
  for (const secret of [username, token, 'bimat']) expect(text).not.toContain(secret);
});

test('requests are counted by the pattern of their route, and errors by their reason', async () => {
  const { app, address } = await startTestMetrics(database);
  const before = await scrape(address);
  await app.inject('/api/health');
  await app.inject('/api/auth/me');
  const after = await scrape(address);
  const grown = (name: string, labels: Record<string, string>) =>
    (after.read(name, labels) ?? 0) - (before.read(name, labels) ?? 0);
  const health = { method: 'GET', route: '/api/health', status: '200' };
  expect(grown(`${durations}_count`, health)).toBe(1);
  expect(grown(`${durations}_bucket`, { ...health, le: '+Inf' })).toBe(1);
  const rejected = { status: '401', reason: 'unauthenticated' };
  expect(grown('lop_xanh_http_errors_total', rejected)).toBe(1);
});

test('an open event stream is counted, and not measured as a slow request', async () => {
  const { app, address } = await startTestMetrics(database);
  const open = async () => (await scrape(address)).read('lop_xanh_event_streams');
  const reader = await addUser(database, { role: 'Admin' });
  const before = await open();
  const response = await app.inject({
    url: notifications.stream.path,
    headers: { authorization: `Bearer ${reader.token}` },
    payloadAsStream: true,
  });
  const stream = response.stream();
  await once(stream, 'data');
  expect(await open()).toBe(Number(before) + 1);
  const ended = once(stream, 'end');
  await database.db.run(sql`delete from sessions where user_id = ${reader.id}`);
  await ended;
  await expect.poll(open).toBe(before);
  const { read } = await scrape(address);
  expect(read(`${durations}_count`, { route: notifications.stream.path })).toBeUndefined();
});

test('a cleanup is dated, and its failures are counted', async () => {
  const storage = makeTestStorage(onTestFinished);
  const { address } = await startTestMetrics(database, storage);
  const { retention } = testConfig;
  const failures = async () => (await scrape(address)).read('lop_xanh_cleanup_failures_total');
  const before = await failures();
  await cleanUp(database, storage, { retention });
  const { read } = await scrape(address);
  const age = Date.now() / 1000 - Number(read('lop_xanh_cleanup_last_run_timestamp_seconds'));
  expect(age).toBeLessThan(60);
  expect(await failures()).toBe(before);
  const broken: Storage = {
    ...storage,
    get incoming(): string {
      throw new Error('broken');
    },
  };
  await expect(cleanUp(database, broken, { retention })).rejects.toThrow(
    'Some cleanup steps failed',
  );
  expect(await failures()).toBeGreaterThan(Number(before));
});

test('the state of the database, the storage and the disk is measured at each scrape', async () => {
  const { address } = await startTestMetrics(database);
  const { read } = await scrape(address);
  expect(read('lop_xanh_database_up')).toBe(1);
  expect(read('lop_xanh_storage_up')).toBe(1);
  expect(read('lop_xanh_disk_free_bytes')).toBeGreaterThan(0);
  expect(read('lop_xanh_push_waiting')).toBe(0);
  expect(read('lop_xanh_database_waiting')).toBe(0);
  expect(read('lop_xanh_database_connections_max')).toBe(database.pool.options.max);
  for (const queue of ['passwords', 'photos', 'tables', 'videos', 'writes']) {
    expect([queue, read('lop_xanh_queue_waiting', { queue })]).toEqual([queue, 0]);
    expect([queue, read('lop_xanh_queue_running', { queue })]).toEqual([queue, 0]);
  }
});

test('what cannot be read is 0 if it says whether something is up, and left out otherwise', async () => {
  const gone = openDatabase({ host: '127.0.0.1', port: 1 });
  onTestFinished(() => gone.close());
  const s3 = await startS3Server(onTestFinished);
  const bucket = await openS3Storage(s3.config, makeFolder(onTestFinished));
  await s3.stop();
  const { address } = await startTestMetrics(gone, bucket);
  const { read } = await scrape(address);
  expect(read('lop_xanh_database_up')).toBe(0);
  expect(read('lop_xanh_storage_up')).toBe(0);
  expect(read('lop_xanh_push_waiting')).toBeUndefined();
  expect(read('lop_xanh_backup_age_seconds')).toBeUndefined();
});

test('the age of the last complete backup is measured, and infinite before the first one', async () => {
  const fresh = await makeTestDatabase(onTestFinished);
  const { address } = await startTestMetrics(fresh);
  const age = async () => (await scrape(address)).read('lop_xanh_backup_age_seconds');
  const record = (hours: number, error: string | null) =>
    fresh.db.run(sql`
      insert into backups (target, started_at, finished_at, error)
      select '/backups', at, at, ${error} from (select now() - make_interval(hours => ${hours})) as moment (at)`);
  expect(await age()).toBe(Number.POSITIVE_INFINITY);
  await record(30, null);
  await record(3, 'disk full');
  expect(await age()).toBeCloseTo(30 * 3600, -2);
});

test('the metrics are served under one path of their own port, and not to the public', async () => {
  const { app, address } = await startTestMetrics(database);
  const statuses = ['/', '/metrics/', '/api/health'].map(
    async (path) => (await fetch(address + path)).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 404, 404]);
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
  expect((await app.inject('/metrics')).payload).not.toContain('lop_xanh_');
});
