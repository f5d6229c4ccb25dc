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

const { config, objects, uploads, requests } = await startS3Server();
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
    const size = 20 * megabyte;
    expect(await storage.find('aa/phim.mp4')).toEqual({ size });
    const first = 17 * megabyte - 1;
    for (const [range, expected] of [
      [
        { first, last: first + 1 },
        { first, last: first + 1 },
      ],
      [{ first: size - 2 }, { first: size - 2, last: size - 1 }],
      [
        { first: size - 2, last: size + 9 },
        { first: size - 2, last: size - 1 },
      ],
      [{ suffix: 3 }, { first: size - 3, last: size - 1 }],
    ] as const) {
      const file = await storage.open('aa/phim.mp4', range);
      expect(file).toMatchObject({ size, range: expected });
      const content = Buffer.from(await buffer(file?.content as Readable));
      expect([...content]).toEqual(
        Array.from({ length: expected.last - expected.first + 1 }, (_, index) =>
          Math.floor((expected.first + index) / megabyte),
        ),
      );
    }
    await expect(storage.open('aa/phim.mp4', { first: size })).rejects.toMatchObject({ size });
  });

  test('opens a file with a single request', async () => {
    await storage.write('aa/anh.webp', Readable.from([Buffer.from('0123456789')]));
    for (const range of [undefined, { first: 2, last: 4 }, { suffix: 1 }]) {
      requests.length = 0;
      const file = await storage.open('aa/anh.webp', range);
      expect(String(await buffer(file?.content as Readable))).toBe(
        range === undefined ? '0123456789' : 'first' in range ? '234' : '9',
      );
      expect(requests).toEqual(['GET /anh-lop/aa/anh.webp']);
    }
    expect(await storage.open('aa/khac.webp')).toBeUndefined();
  });

  test('keeps the error of an upload that it cannot abort', async () => {
    const { config: other, stop } = await startS3Server(onTestFinished);
    const stopped = await openS3Storage(other, makeFolder(onTestFinished));
    async function* cut() {
      yield* generateMegabytes(20);
      await stop();
      throw new AppError('too_large');
    }
    const written = stopped.write('aa/cut.mp4', Readable.from(cut()));
    await expect(written).rejects.toMatchObject({ reason: 'too_large' });
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
    ['in another region', { region: 'us-east-1' }, /S3_REGION .*us-east-1.* expects vn-test-1/],
    ['if it does not exist', { bucket: 'khac' }, /it does not exist/],
    ['if it does not respond', { endpoint: 'http://127.0.0.1:2' }, /respond \(ECONNREFUSED\)/],
  ])('%s', async (_, changed, message) => {
    const opened = open(changed);
    await expect(opened).rejects.toThrow(OperatorError);
    await expect(opened).rejects.toThrow(message);
  });
});

/** Starts a server that answers every request in the same way. */
async function startOtherServer(status: number, headers: Record<string, string>, body = '') {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(new URL(request.url as string, 'http://s3').pathname);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
}

test('a redirect to another URL is not followed', async () => {
  const { endpoint, paths } = await startOtherServer(307, { location: '/elsewhere' });
  const opened = openS3Storage({ ...config, endpoint }, makeFolder(onTestFinished));
  await expect(opened).rejects.toThrow(/it responds with status 307/);
  expect(paths).not.toContain('/elsewhere');
});

test.each([200, 404])('a server that is not S3 is named as such, status %i', async (status) => {
  const html = { 'content-type': 'text/html' };
  const { endpoint } = await startOtherServer(status, html, '<html><p>Xin chào</p></html>');
  const opened = openS3Storage({ ...config, endpoint }, makeFolder(onTestFinished));
  await expect(opened).rejects.toThrow(
    /^The bucket .* cannot be used: it is not an S3 server: .*\.$/,
  );
});

test('a bucket may take its time for the content of a file, but not for the response', async () => {
  const timeoutMs = 300;
  const slow = createServer((request, response) => {
    if (!request.url?.startsWith('/anh-lop/aa/')) {
      response.end('<ListBucketResult></ListBucketResult>');
    } else if (request.url.includes('dai')) {
      response.writeHead(200, { 'content-length': 2 }).write('1');
      setTimeout(() => response.end('2'), 2 * timeoutMs);
    }
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    slow.closeAllConnections();
    slow.close();
  });
  const endpoint = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const opened = await openS3Storage(
    { ...config, endpoint },
    makeFolder(onTestFinished),
    timeoutMs,
  );
  const file = await opened.open('aa/dai.mp4');
  expect(String(await buffer(file?.content as Readable))).toBe('12');
  await expect(opened.open('aa/treo.mp4')).rejects.toMatchObject({ reason: 'file_unreadable' });
});

test('a bucket that becomes unreachable is 503', async () => {
  const { config: other, stop } = await startS3Server(onTestFinished);
  const stopped = await openS3Storage(other, makeFolder(onTestFinished));
  await stop();
  const written = stopped.write('aa/x.webp', Readable.from([Buffer.from('x')]));
  await expect(written).rejects.toMatchObject({ status: 503, reason: 'storage_unavailable' });
  await expect(stopped.open('aa/x.webp')).rejects.toMatchObject({ reason: 'file_unreadable' });
  expect(objects.has('aa/x.webp')).toBe(false);
});
