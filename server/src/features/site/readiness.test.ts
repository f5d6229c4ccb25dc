import { site } from '@lop-xanh/contract/site';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/database.ts';
import { openS3Storage } from '../../storage/s3-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { createStorageCheck } from '../../storage/storage-check.ts';
import { startS3Server } from '../../testing/s3-server.ts';
import {
  listFileNames,
  makeFolder,
  makeTestBucket,
  makeTestStorage,
  request,
  testConfig,
} from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { version } from '../../version.ts';

const database = await makeTestDatabase();
const storage = makeTestStorage();

async function checkReady(
  parts: { config?: Partial<Config>; database?: Database; storage?: Storage } = {},
) {
  const config = { ...testConfig, ...parts.config };
  const app = await buildApp({ database, storage, ...parts, config });
  onTestFinished(() => app.close());
  const { status, body, headers } = await request(app, site.ready, {});
  const { status: health } = await request(app, site.health, {});
  return { status, body, headers, health };
}

const openPool = (...[connection, settings]: Parameters<typeof openDatabase>) => {
  const opened = openDatabase(connection, settings);
  onTestFinished(() => opened.close());
  return opened;
};

const notReady = (problems: string) => ({
  status: 503,
  body: { reason: 'not_ready', values: { problems } },
  headers: { 'retry-after': '5' },
});

test.each([
  ['a folder', async () => storage],
  ['a bucket', () => makeTestBucket(onTestFinished)],
])(
  'a server whose uploads are in %s is ready, and the check leaves nothing there',
  async (_, open) => {
    const opened = await open();
    expect(await checkReady({ storage: opened })).toMatchObject({
      status: 200,
      body: { status: 'ready', client: '127.0.0.1', server: null },
    });
    expect(await listFileNames(opened)).toEqual([]);
  },
);

test('the version is shown only on the same machine, and not through a proxy', async () => {
  const app = await buildApp({ config: testConfig, database, storage });
  onTestFinished(() => app.close());
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (headers: Record<string, string> = {}) =>
    (await fetch(address + site.ready.path, { headers })).json();
  expect(await ask()).toMatchObject({ server: { version, startedAt: expect.any(String) } });
  expect(await ask({ 'x-forwarded-for': '192.0.2.7' })).toMatchObject({ server: null });
});

test('a server with little disk space is not ready, but healthy', async () => {
  const config = { minFreeDiskMb: 1e9 };
  expect(await checkReady({ config })).toMatchObject({ ...notReady('disk'), health: 200 });
});

test('a server whose bucket does not respond is not ready, but healthy', async () => {
  const s3 = await startS3Server(onTestFinished);
  const bucket = await openS3Storage(s3.config, makeFolder(onTestFinished));
  await s3.stop();
  expect(await checkReady({ storage: bucket })).toMatchObject({
    ...notReady('storage'),
    health: 200,
  });
});

test('a server whose database accepts no writes is not ready', async () => {
  const readOnly = openPool(database.connection, {
    options: '-c default_transaction_read_only=on',
  });
  expect(await checkReady({ database: readOnly })).toMatchObject(notReady('database'));
});

test('the response names everything that is wrong, and no secret', async () => {
  const gone = openPool({ host: '127.0.0.1', port: 1, user: 'lop_xanh', password: 'bi-mat' });
  const response = await checkReady({ database: gone, config: { minFreeDiskMb: 1e9 } });
  expect(response).toMatchObject({ ...notReady('database, disk'), health: 503 });
  expect(JSON.stringify(response)).not.toMatch(/bi-mat|lop_xanh|127\.0\.0\.1/);
});

test('a storage that hangs is reported in time, and probed once at a time', async () => {
  let probes = 0;
  const hanging: Storage = {
    ...storage,
    write: () => {
      probes += 1;
      return new Promise(() => undefined);
    },
  };
  const check = createStorageCheck(hanging, { timeoutMs: 50 });
  expect(await Promise.all([check(), check()])).toEqual([false, false]);
  expect(await check()).toBe(false);
  expect(probes).toBe(1);
});

test('a result is used again for a while, and then checked again', async () => {
  const s3 = await startS3Server(onTestFinished);
  const bucket = await openS3Storage(s3.config, makeFolder(onTestFinished));
  const [kept, checked] = [60_000, 1].map((keepMs) => createStorageCheck(bucket, { keepMs }));
  expect(await Promise.all([kept?.(), checked?.()])).toEqual([true, true]);
  await s3.stop();
  await expect.poll(() => checked?.()).toBe(false);
  expect(await kept?.()).toBe(true);
  await s3.restart();
  await expect.poll(() => checked?.()).toBe(true);
});
