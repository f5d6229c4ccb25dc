import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { apiErrors } from '@lop-xanh/contract/errors';
import { posts } from '@lop-xanh/contract/posts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from './http/app-error.ts';
import { createLogger } from './http/logger.ts';
import { errorResponses } from './metrics/events.ts';
import { openDiskStorage } from './storage/disk-storage.ts';
import { storageIdFile } from './storage/pairing.ts';
import { openS3Storage } from './storage/s3-storage.ts';
import { fileNameFromUrl } from './storage/serve-files.ts';
import type { Storage } from './storage/storage.ts';
import {
  expectUnavailable,
  expectUnreadable,
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
  !existsSync(folder)
    ? []
    : readdirSync(folder, { recursive: true, withFileTypes: true })
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
    await expectUnreadable(address, stored.body.attachments[0]?.url as string);

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
    await expectUnreadable(address, url);
    expect((await post(address)).response.status).toBe(201);
    await restart();
    expect(await fetchStatus(address, url)).toBe(200);
    expect((await post(address, [photo])).response.status).toBe(201);
    await expect.poll(() => objects.size).toBe(4);
  });

  test('costs one request per view, and only what it sends is cached', async () => {
    const { config, objects, requests } = await startS3Server(onTestFinished);
    const address = await listen(database, await openS3Storage(config, makeDataDir()));
    const { body } = await post(address, [photo]);
    const url = body.attachments[0]?.url as string;
    const view = async (headers: Record<string, string> = {}) => {
      requests.length = 0;
      const response = await fetch(address + url, { headers });
      const length = (await response.arrayBuffer()).byteLength;
      const cacheControl = response.headers.get('cache-control');
      return { response, length, seen: [response.status, cacheControl, requests.length] };
    };
    const whole = await view();
    expect(whole.seen).toEqual([200, 'private, no-cache', 1]);
    const size = whole.length;
    const etag = whole.response.headers.get('etag') as string;
    expect((await view({ 'if-none-match': etag })).seen).toEqual([304, 'private, no-cache', 0]);
    for (const [range, expected] of [
      ['bytes=0-', `bytes 0-${size - 1}/${size}`],
      ['bytes=2-4', `bytes 2-4/${size}`],
      ['bytes=-1', `bytes ${size - 1}-${size - 1}/${size}`],
    ] as const) {
      const part = await view({ range });
      expect(part.seen).toEqual([206, 'private, no-cache', 1]);
      expect(part.response.headers.get('content-range')).toBe(expected);
    }
    const missing = await view({ range: `bytes=${size}-` });
    expect(missing.seen).toEqual([416, 'no-store', 1]);
    expect(missing.response.headers.get('content-range')).toBe(`bytes */${size}`);
    objects.clear();
    expect((await view()).seen).toEqual([404, 'no-store', 1]);
  });

  test('is not blamed for a client that hangs up', async () => {
    const { config, objects } = await startS3Server(onTestFinished);
    const lines: string[] = [];
    const log = createLogger('warn', { write: (line) => void lines.push(line) });
    const storage = await openS3Storage(config, makeDataDir());
    const address = await listen(database, storage, { log });
    const { body } = await post(address, [photo]);
    const url = body.attachments[0]?.url as string;
    const [name] = fileNameFromUrl(url, '/uploads/posts/').split('?');
    const content = Buffer.alloc(30 * 1024 * 1024);
    const { values: errors } = await errorResponses.get();
    objects.set(name as string, { content, changedAt: new Date() });

    const view = await fetch(address + url);
    const reader = view.body?.getReader();
    await reader?.read();
    await reader?.cancel();

    const { port } = new URL(address);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const boundary = 'x';
    socket.write(
      [
        `POST ${posts.create.path} HTTP/1.1`,
        'host: 127.0.0.1',
        `authorization: Bearer ${ours.teacher.token}`,
        `content-type: multipart/form-data; boundary=${boundary}`,
        'content-length: 9000000',
        '',
        `--${boundary}`,
        'content-disposition: form-data; name="attachments"; filename="a.jpg"',
        '',
        '',
      ].join('\r\n'),
    );
    socket.write(Buffer.concat([Buffer.from(await photo.arrayBuffer()), Buffer.alloc(100_000)]));
    await expect.poll(() => listFiles(storage.incoming)).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => listFiles(storage.incoming)).toEqual([]);
    expect((await post(address, [photo])).response.status).toBe(201);
    expect(lines).toEqual([]);
    expect((await errorResponses.get()).values).toEqual(errors);
  });
});
