import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from '../http/app-error.ts';
import { StartUpError } from '../start-up-error.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { makeFolder, namesIn } from '../testing/test-app.ts';
import { openS3Storage } from './s3-storage.ts';

const { config, objects, uploads } = await startS3Server();
const storage = await openS3Storage(config, makeFolder());
const megabyte = 1024 * 1024;

/** A stream of so many megabytes that perhaps breaks off. */
async function* megabytes(count: number, error?: Error) {
  for (let at = 0; at < count; at++) yield Buffer.alloc(megabyte, at);
  if (error) throw error;
}

describe('a bucket', () => {
  test('takes a large file in parts and gives any range of it back', async () => {
    await storage.write('aa/phim.mp4', Readable.from(megabytes(20)));
    expect(uploads.size).toBe(0);
    const file = await storage.find('aa/phim.mp4');
    expect(file?.size).toBe(20 * megabyte);
    const range = { first: 17 * megabyte - 1, last: 17 * megabyte };
    const read = await buffer((await file?.read(range)) as Readable);
    expect([...read]).toEqual([16, 17]);
  });

  test('keeps nothing of a file that breaks off, small or large', async () => {
    for (const count of [1, 20]) {
      const cut = Readable.from(megabytes(count, new AppError('too_large')));
      await expect(storage.write('aa/cut.mp4', cut)).rejects.toMatchObject({ status: 413 });
    }
    expect(await storage.find('aa/cut.mp4')).toBeUndefined();
    expect(uploads.size).toBe(0);
  });

  test('is listed whole, page after page, and forgets what is removed', async () => {
    const names = Array.from({ length: 8 }, () => `bb/${randomBytes(8).toString('hex')}.webp`);
    for (const name of names) await storage.write(name, Readable.from([Buffer.from('x')]));
    expect(await namesIn(storage)).toEqual(expect.arrayContaining(names));
    await storage.remove(names[0] as string);
    expect(await namesIn(storage)).not.toContain(names[0]);
  });
});

describe('a bucket that cannot be used is told at the start', () => {
  const open = (changed: Partial<typeof config>) =>
    openS3Storage({ ...config, ...changed }, makeFolder(onTestFinished));

  test.each([
    ['a wrong secret', { secretAccessKey: 'sai' }, /S3_SECRET_ACCESS_KEY are refused/],
    ['a wrong key', { accessKeyId: 'sai' }, /S3_SECRET_ACCESS_KEY are refused/],
    ['no such bucket', { bucket: 'khac' }, /there is none of that name/],
    ['no answer', { endpoint: 'http://127.0.0.1:1' }, /it does not answer/],
  ])('%s', async (_, changed, words) => {
    const opened = open(changed);
    await expect(opened).rejects.toThrow(StartUpError);
    await expect(opened).rejects.toThrow(words);
  });
});

test('a bucket that has moved is not followed to another address', async () => {
  const asked: string[] = [];
  const moved = createServer((request, response) => {
    asked.push(new URL(request.url as string, 'http://s3').pathname);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void moved.close());
  const endpoint = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`;
  const opened = openS3Storage({ ...config, endpoint }, makeFolder(onTestFinished));
  await expect(opened).rejects.toThrow(/it answers 307/);
  expect(asked).not.toContain('/elsewhere');
});

test('a bucket that is away later is no fault of the request', async () => {
  const { config: other, stop } = await startS3Server(onTestFinished);
  const away = await openS3Storage(other, makeFolder(onTestFinished));
  await stop();
  const written = away.write('aa/x.webp', Readable.from([Buffer.from('x')]));
  await expect(written).rejects.toMatchObject({ status: 503 });
  expect(objects.has('aa/x.webp')).toBe(false);
});
