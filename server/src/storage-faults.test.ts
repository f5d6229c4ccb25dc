import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiErrors } from '@lop-xanh/contract/errors';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from './http/app-error.ts';
import { openDiskStorage } from './storage/disk-storage.ts';
import { markName } from './storage/pairing.ts';
import { openS3Storage } from './storage/s3-storage.ts';
import type { Storage } from './storage/storage.ts';
import { expectTurnedAway, listen, photo, postsOf, statusOf } from './testing/faulty-server.ts';
import { addTwoSchools } from './testing/people.ts';
import { startS3Server } from './testing/s3-server.ts';
import { makeDataDir, serverCommand, startServerProcess } from './testing/server-process.ts';
import { namesIn } from './testing/test-app.ts';
import { makeTestDatabase, urlOf } from './testing/test-database.ts';
import { mp4Head } from './testing/videos.ts';

const database = await makeTestDatabase();
const { ours } = await addTwoSchools(database);
const post = postsOf(ours.teacher);
/** The test's own PostgreSQL, which the server did not start: what limits the server does not limit it. */
const DATABASE_URL = urlOf(database.connection);

const film = (megabytes: number) =>
  new File([mp4Head, Buffer.alloc(megabytes * 1024 * 1024)], 'hát.mp4');

const filesUnder = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== markName)
    .map((entry) => entry.name);

describe('the storage', () => {
  test('is full, or away: uploads are turned away whole, the rest works, and photos work again after', async () => {
    const DATA_DIR = makeDataDir();
    // No file of the server's may grow beyond one or two megabytes, by how the shell counts.
    const limited = ['sh', '-c', 'ulimit -f 2048 && exec "$@"', 'sh', ...serverCommand];
    const { address } = await startServerProcess({ DATA_DIR, DATABASE_URL }, limited);
    const [uploads, incoming] = [join(DATA_DIR, 'uploads'), join(DATA_DIR, 'incoming')];
    const words = apiErrors.storage_away.message;

    expectTurnedAway(await post(address, [photo, film(8)]), words);
    await expect.poll(() => [...filesUnder(uploads), ...filesUnder(incoming)]).toEqual([]);
    const kept = await post(address, [photo]);
    expect(kept.response.status).toBe(201);

    // A folder that nobody can write into, not even root: it is none.
    rmSync(uploads, { recursive: true });
    writeFileSync(uploads, '');
    expectTurnedAway(await post(address, [photo]), words);
    expect(filesUnder(incoming)).toEqual([]);
    expect((await post(address)).response.status).toBe(201);
    expect(await statusOf(address, kept.body.attachments[0]?.url as string)).toBe(503);

    rmSync(uploads);
    expect((await post(address, [photo])).response.status).toBe(201);
    expect(filesUnder(uploads)).toHaveLength(2);
  });

  test('fails between the two sizes of a photo: neither stays', async () => {
    const disk = openDiskStorage(makeDataDir());
    let written = 0;
    const failing: Storage = {
      ...disk,
      async write(name, content) {
        if (++written === 2) throw new AppError('storage_away');
        await disk.write(name, content);
      },
    };
    const address = await listen(database, failing);
    expectTurnedAway(await post(address, [photo]), apiErrors.storage_away.message);
    await expect.poll(() => namesIn(disk)).toEqual([]);
  });

  test('is a bucket that does not answer: the same, and photos are back when it is', async () => {
    const { config, objects, stop, startAgain } = await startS3Server(onTestFinished);
    const address = await listen(database, await openS3Storage(config, makeDataDir()));
    const { body } = await post(address, [photo]);
    const url = body.attachments[0]?.url as string;
    expect(await statusOf(address, url)).toBe(200);
    await stop();
    expectTurnedAway(await post(address, [photo]), apiErrors.storage_away.message);
    expect(await statusOf(address, url)).toBe(503);
    expect((await post(address)).response.status).toBe(201);
    await startAgain();
    expect(await statusOf(address, url)).toBe(200);
    expect((await post(address, [photo])).response.status).toBe(201);
    await expect.poll(() => objects.size).toBe(4);
  });
});
