import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from '../http/app-error.ts';
import { OperatorError } from '../operator-error.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { listFileNames, makeFolder } from '../testing/test-app.ts';
import { openS3Storage } from './s3-storage.ts';

const { config, objects, uploads } = await startS3Server();
const storage = await openS3Storage(config, makeFolder());
const megabyte = 1024 * 1024;

/** Yields this number of megabytes, then the error if there is one. */
async function* generateMegabytes(count: number, error?: Error) {
  for (let index = 0; index < count; index++) yield Buffer.alloc(megabyte, index);
  if (error) throw error;
}

describe('a bucket', () => {
  test('stores a large file in parts and returns any range of it', async () => {
    await storage.write('aa/phim.mp4', Readable.from(generateMegabytes(20)));
    expect(uploads.size).toBe(0);
    const file = await storage.find('aa/phim.mp4');
    expect(file?.size).toBe(20 * megabyte);
    const range = { first: 17 * megabyte - 1, last: 17 * megabyte };
    const read = await buffer((await file?.read(range)) as Readable);
    expect([...read]).toEqual([16, 17]);
  });

  test('keeps nothing of an incomplete file, small or large', async () => {
    for (const count of [1, 20]) {
      const cut = Readable.from(generateMegabytes(count, new AppError('too_large')));
      await expect(storage.write('aa/cut.mp4', cut)).rejects.toMatchObject({ status: 413 });
    }
    expect(await storage.find('aa/cut.mp4')).toBeUndefined();
    expect(uploads.size).toBe(0);
  });

  test('lists all its files, page after page, without deleted ones', async () => {
    const names = Array.from({ length: 8 }, () => `bb/${randomBytes(8).toString('hex')}.webp`);
    for (const name of names) await storage.write(name, Readable.from([Buffer.from('x')]));
    expect(await listFileNames(storage)).toEqual(expect.arrayContaining(names));
    await storage.delete(names[0] as string);
    expect(await listFileNames(storage)).not.toContain(names[0]);
  });
});

describe('opening a bucket fails', () => {
  const open = (changed: Partial<typeof config>) =>
    openS3Storage({ ...config, ...changed }, makeFolder(onTestFinished));

  test.each([
    ['with a wrong secret', { secretAccessKey: 'sai' }, /S3_SECRET_ACCESS_KEY were rejected/],
    ['with a wrong key', { accessKeyId: 'sai' }, /S3_SECRET_ACCESS_KEY were rejected/],
    ['if it does not exist', { bucket: 'khac' }, /it does not exist/],
    ['if it does not respond', { endpoint: 'http://127.0.0.1:1' }, /it does not respond/],
  ])('%s', async (_, changed, message) => {
    const opened = open(changed);
    await expect(opened).rejects.toThrow(OperatorError);
    await expect(opened).rejects.toThrow(message);
  });
});

test('a redirect to another URL is not followed', async () => {
  const requestedPaths: string[] = [];
  const redirecting = createServer((request, response) => {
    requestedPaths.push(new URL(request.url as string, 'http://s3').pathname);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void redirecting.close());
  const endpoint = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
  const opened = openS3Storage({ ...config, endpoint }, makeFolder(onTestFinished));
  await expect(opened).rejects.toThrow(/it responds with status 307/);
  expect(requestedPaths).not.toContain('/elsewhere');
});

test('a bucket that becomes unreachable is 503', async () => {
  const { config: other, stop } = await startS3Server(onTestFinished);
  const stopped = await openS3Storage(other, makeFolder(onTestFinished));
  await stop();
  const written = stopped.write('aa/x.webp', Readable.from([Buffer.from('x')]));
  await expect(written).rejects.toMatchObject({ status: 503 });
  expect(objects.has('aa/x.webp')).toBe(false);
});
