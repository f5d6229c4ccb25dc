import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiErrors } from '@lop-xanh/contract/errors';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from './http/app-error.ts';
import { openDiskStorage } from './storage/disk-storage.ts';
import { storageIdFile } from './storage/pairing.ts';
import { openS3Storage } from './storage/s3-storage.ts';
import type { Storage } from './storage/storage.ts';
import {
  expectUnavailable,
  fetchStatus,
  listen,
  makePostSender,
  photo,
} from './testing/faulty-server.ts';
import { addTwoSchools } from './testing/fixtures.ts';
import { startS3Server } from './testing/s3-server.ts';
import { getServerCommand, makeDataDir, startServerProcess } from './testing/server-process.ts';
import { listFileNames } from './testing/test-app.ts';
import { makeTestDatabase, toDatabaseUrl } from './testing/test-database.ts';
import { mp4Head } from './testing/videos.ts';

const database = await makeTestDatabase();
const { ours } = await addTwoSchools(database);
const post = makePostSender(ours.teacher);
/** PostgreSQL of the test, so that the file size limit of the server does not apply to it. */
const DATABASE_URL = toDatabaseUrl(database.connection);

const createVideo = (megabytes: number) =>
  new File([mp4Head, Buffer.alloc(megabytes * 1024 * 1024)], 'hát.mp4');

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== storageIdFile)
    .map((entry) => entry.name);

describe('the storage', () => {
  test('can be full or missing: uploads fail without leftovers, everything else works, and later uploads succeed', async () => {
    const DATA_DIR = makeDataDir();
    // Limits every file of the server to one or two megabytes, depending on the shell.
    const limited = ['sh', '-c', 'ulimit -f 2048 && exec "$@"', 'sh', ...getServerCommand()];
    const { address } = await startServerProcess({ DATA_DIR, DATABASE_URL }, limited);
    const [uploads, incoming] = [join(DATA_DIR, 'uploads'), join(DATA_DIR, 'incoming')];
    const message = apiErrors.storage_unavailable.message;

    expectUnavailable(await post(address, [photo, createVideo(8)]), message);
    await expect.poll(() => [...listFiles(uploads), ...listFiles(incoming)]).toEqual([]);
    const stored = await post(address, [photo]);
    expect(stored.response.status).toBe(201);

    // A file in place of the folder: not even root can write into it.
    rmSync(uploads, { recursive: true });
    writeFileSync(uploads, '');
    expectUnavailable(await post(address, [photo]), message);
    expect(listFiles(incoming)).toEqual([]);
    expect((await post(address)).response.status).toBe(201);
    expect(await fetchStatus(address, stored.body.attachments[0]?.url as string)).toBe(503);

    rmSync(uploads);
    expect((await post(address, [photo])).response.status).toBe(201);
    expect(listFiles(uploads)).toHaveLength(2);
  });

  test('can fail between the two sizes of a photo, and keeps neither', async () => {
    const disk = openDiskStorage(makeDataDir());
    let written = 0;
    const failing: Storage = {
      ...disk,
      async write(name, content) {
        if (++written === 2) throw new AppError('storage_unavailable');
        await disk.write(name, content);
      },
    };
    const address = await listen(database, failing);
    expectUnavailable(await post(address, [photo]), apiErrors.storage_unavailable.message);
    await expect.poll(() => listFileNames(disk)).toEqual([]);
  });

  test('can be a bucket that stops responding, and photos are back when it does again', async () => {
    const { config, objects, stop, restart } = await startS3Server(onTestFinished);
    const address = await listen(database, await openS3Storage(config, makeDataDir()));
    const { body } = await post(address, [photo]);
    const url = body.attachments[0]?.url as string;
    expect(await fetchStatus(address, url)).toBe(200);
    await stop();
    expectUnavailable(await post(address, [photo]), apiErrors.storage_unavailable.message);
    expect(await fetchStatus(address, url)).toBe(503);
    expect((await post(address)).response.status).toBe(201);
    await restart();
    expect(await fetchStatus(address, url)).toBe(200);
    expect((await post(address, [photo])).response.status).toBe(201);
    await expect.poll(() => objects.size).toBe(4);
  });
});
