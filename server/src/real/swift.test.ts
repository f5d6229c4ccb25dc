import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3mini } from 's3mini';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createBackupFolder, openBackupFolder } from '../backup/backup-folder.ts';
import { takeBackup } from '../backup/take-backup.ts';
import type { S3Config } from '../config.ts';
import { insertRows } from '../database/insert-rows.ts';
import { AppError } from '../http/app-error.ts';
import { createLogger } from '../http/logger.ts';
import { deleteAbandonedUploads } from '../storage/clean-up-files.ts';
import { adoptStorage, pairStorage } from '../storage/pairing.ts';
import { openS3Storage } from '../storage/s3-storage.ts';
import { fileNameFromUrl } from '../storage/serve-files.ts';
import { newFileName } from '../storage/storage.ts';
import { listen, makePostSender, photo } from '../testing/faulty-server.ts';
import { addTwoSchools, insertRow } from '../testing/fixtures.ts';
import { startHttpRelay } from '../testing/http-relay.ts';
import {
  makeDataDir,
  runOperatorCommand,
  spawnOperatorCommand,
} from '../testing/server-process.ts';
import { createBucket, startSwift } from '../testing/swift.ts';
import { listFileNames, makeFolder } from '../testing/test-app.ts';
import { makeTestDatabase, openEmptyDatabase, toDatabaseUrl } from '../testing/test-database.ts';

const { config, objectServer } = await startSwift();
const storage = await openS3Storage(config, makeFolder());
const database = await makeTestDatabase();
const { db } = database;
const { ours } = await addTwoSchools(database);
const megabyte = 1024 * 1024;

/** A client of the bucket, as another program has it. */
const connect = ({ endpoint, bucket, ...keys }: S3Config) =>
  new S3mini({ ...keys, endpoint: `${endpoint}/${bucket}` });

async function listUnfinished(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of storage.unfinished?.list() ?? []) names.push(name);
  return names;
}

describe('a file', () => {
  test('is stored in parts, and any range of it is read', async () => {
    const name = newFileName('mp4');
    const content = randomBytes(20 * megabyte);
    const size = content.length;
    await storage.write(name, Readable.from([content.subarray(0, 9), content.subarray(9)]));
    expect(await storage.find(name)).toEqual({ size });
    for (const [range, first, last] of [
      [undefined, 0, size - 1],
      [{ first: 0 }, 0, size - 1],
      [{ first: 8 * megabyte - 5, last: 8 * megabyte + 5 }, 8 * megabyte - 5, 8 * megabyte + 5],
      [{ first: size - 3, last: size + 3 }, size - 3, size - 1],
      [{ suffix: 4 }, size - 4, size - 1],
    ] as const) {
      const file = await storage.open(name, range);
      expect(file).toMatchObject({ size, range: { first, last } });
      const read = await buffer(file?.content as Readable);
      expect(read.equals(content.subarray(first, last + 1))).toBe(true);
    }
    await expect(storage.open(name, { first: size })).rejects.toThrow(/does not have this range/);
    await storage.delete(name);
    expect([await storage.open(name), await storage.find(name)]).toEqual([undefined, undefined]);
  });

  test('that is not complete leaves nothing', async () => {
    const name = newFileName('mp4');
    async function* cut() {
      yield randomBytes(12 * megabyte);
      throw new AppError('too_large');
    }
    await expect(storage.write(name, Readable.from(cut()))).rejects.toThrow(AppError);
    expect(await storage.find(name)).toBeUndefined();
    expect(await listUnfinished()).toEqual([]);
  });
});

test('unfinished uploads of ours are aborted after a day, and no others', async () => {
  await adoptStorage(db, storage);
  const other = connect(config);
  const [ourName, otherName] = [newFileName('mp4'), 'sao-luu/2026.tar'];
  for (const name of [ourName, otherName]) {
    const id = await other.getMultipartUploadId(name);
    await other.uploadPart(name, id, randomBytes(5 * megabyte), 1);
  }
  await deleteAbandonedUploads(db, storage);
  expect((await listUnfinished()).toSorted()).toEqual([ourName, otherName].toSorted());
  await deleteAbandonedUploads(db, storage, new Date(Date.now() + 25 * 3_600_000));
  expect(await listUnfinished()).toEqual([otherName]);
});

describe('a wrong setting is named', () => {
  test.each([
    ['the region', { region: 'us-east-1' }, /S3_REGION is wrong: .*us-east-1.*vn-north-1/],
    ['the key', { accessKeyId: 'truong:khac' }, /were rejected \(\w+\)\.$/],
    ['the secret', { secretAccessKey: 'sai' }, /were rejected \(SignatureDoesNotMatch\)\.$/],
    ['the bucket', { bucket: 'khong-co' }, /it does not exist\.$/],
    ['another server', { endpoint: objectServer }, /it is not an S3 server: it responds with/],
    ['the URL', { endpoint: 'http://127.0.0.1:2' }, /it does not respond \(ECONNREFUSED\)\.$/],
  ])('%s', async (_, changed, message) => {
    await expect(
      openS3Storage({ ...config, ...changed }, makeFolder(onTestFinished)),
    ).rejects.toThrow(message);
  });
});

test('photos are posted once, whatever the retries, and shown', async () => {
  const address = await listen(database, storage);
  const post = makePostSender(ours.teacher);
  const key = randomUUID();
  const sent = await Promise.all([1, 2, 3].map(() => post(address, [photo], key)));
  const last = await post(address, [photo], key);
  const accepted = [...sent, last].filter(({ response }) => response.ok);
  expect(new Set(accepted.map(({ body }) => body.id)).size).toBe(1);
  const url = last.body.attachments[0]?.url as string;
  const whole = await fetch(address + url);
  expect(whole.status).toBe(200);
  const content = Buffer.from(await whole.arrayBuffer());
  const part = await fetch(address + url, { headers: { range: 'bytes=-7' } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(-7));
  const [name] = fileNameFromUrl(url, '/uploads/posts/').split('?');
  await storage.delete(name as string);
  const missing = await fetch(address + url);
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

describe('a view of a photo', () => {
  /** A server before which the bucket can hang up, with a post whose photo takes a while to send. */
  async function startViews() {
    const { address: endpoint, requests, hangUp } = await startHttpRelay(config.endpoint);
    const lines: string[] = [];
    const log = createLogger('warn', { write: (line) => void lines.push(line) });
    const relayed = await openS3Storage({ ...config, endpoint }, makeFolder(onTestFinished));
    const address = await listen(database, relayed, { log });
    const post = makePostSender(ours.teacher);
    const url = (await post(address, [photo])).body.attachments[0]?.url as string;
    const [name = ''] = fileNameFromUrl(url, '/uploads/posts/').split('?');
    const content = randomBytes(30 * megabyte);
    await storage.write(name, Readable.from([content]));
    requests.length = 0;
    const view = (headers = {}) => fetch(address + url, { headers });
    return { view, name, content, requests, hangUp, lines };
  }

  test('is one GET, and none if the browser has it', async () => {
    const { view, name, content, requests } = await startViews();
    const get = `GET /${config.bucket}/${name}`;
    const whole = await view();
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect(requests).toEqual([get]);
    const part = await view({ range: 'bytes=5-9' });
    expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(5, 10));
    expect(requests).toEqual([get, get]);
    const known = await view({ 'if-none-match': whole.headers.get('etag') as string });
    expect([known.status, requests]).toEqual([304, [get, get]]);
  });

  test('that the bucket breaks off is broken off, and the next one is whole', async () => {
    const { view, content, hangUp, lines } = await startViews();
    const reader = (await view()).body?.getReader();
    await reader?.read();
    hangUp();
    const readRest = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readRest()).rejects.toThrow('terminated');
    expect(lines).toHaveLength(1);
    const again = await view();
    expect(Buffer.from(await again.arrayBuffer()).equals(content)).toBe(true);
  });

  test('that the browser breaks off is no fault of the bucket', async () => {
    const { view, content, lines } = await startViews();
    const reader = (await view()).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const again = await view();
    expect(Buffer.from(await again.arrayBuffer()).equals(content)).toBe(true);
    expect(lines).toEqual([]);
  });
});

test('a restore that was killed is continued by the next one', { timeout: 180_000 }, async () => {
  const files = await addPhotos(60);
  const folder = join(makeFolder(onTestFinished), 'backup');
  await takeBackup(database, storage, await createBackupFolder(folder));
  const { files: expected } = (await openBackupFolder(folder)).manifest;

  const target = await openEmptyDatabase();
  const targetConfig = { ...config, bucket: 'khoi-phuc' };
  await createBucket(targetConfig);
  const restored = await openS3Storage(targetConfig, makeFolder(onTestFinished));
  const environment = {
    DATA_DIR: makeDataDir(),
    DATABASE_URL: toDatabaseUrl(target.connection),
    S3_ENDPOINT: targetConfig.endpoint,
    S3_REGION: targetConfig.region,
    S3_BUCKET: targetConfig.bucket,
    S3_ACCESS_KEY_ID: targetConfig.accessKeyId,
    S3_SECRET_ACCESS_KEY: targetConfig.secretAccessKey,
  };
  const killed = spawnOperatorCommand(environment, 'restore', folder);
  const countFiles = async () => (await listFileNames(restored)).length;
  await expect.poll(countFiles, { interval: 20 }).toBeGreaterThan(3);
  killed.process.kill('SIGKILL');
  await killed.ended;
  expect(await countFiles()).toBeLessThan(files.length);

  const { code, output } = await runOperatorCommand(environment, 'restore', folder);
  expect(output).toContain('Restored from');
  expect(code).toBe(0);
  expect((await listFileNames(restored)).toSorted()).toEqual(Object.keys(expected).toSorted());
  await pairStorage(target.db, restored);
  const count = sql`select count(*) from attachments where file = any(${files}::text[])`;
  expect(await target.db.value(z.number(), count)).toBe(files.length);
});

/** Adds a post with this number of photos. */
async function addPhotos(count: number): Promise<string[]> {
  const { schoolId: school_id, teacher } = ours;
  const row = { school_id, author_id: teacher.id, title: 'Tin', content: 'Nội dung' };
  const post_id = await insertRow(db, 'posts', row);
  const files = Array.from({ length: count }, () => newFileName('webp'));
  await Promise.all(files.map((file) => storage.write(file, Readable.from([randomBytes(50_000)]))));
  const details = { mime: 'image/webp', filename: 'ảnh.jpg', bytes: 50_000, school_id, post_id };
  await db.run(
    insertRows(
      'attachments',
      files.map((file, position) => ({ ...details, file, position })),
    ),
  );
  return files;
}
