import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32, deflateSync } from 'node:zlib';
import { auth } from '@lop-xanh/contract/auth';
import { posts } from '@lop-xanh/contract/posts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { demoAccounts, demoPassword } from './demo/demo-accounts.ts';
import { makeDataDir, startServerProcess } from './testing/server-process.ts';
import { mp4Head } from './testing/videos.ts';

const megabyte = 1024 * 1024;
const mostGrowth = 150 * megabyte;
const boundary = 'ranh-gioi';

type Content = Buffer | (() => Iterable<Buffer> | AsyncIterable<Buffer>);

/** A PNG that claims so many pixels and has so many rows of them, all of one colour. */
function png(width: number, height: number, rows = height): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const row = 1 + Math.ceil(width / 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(row * rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function* film(megabytes: number) {
  yield mp4Head;
  for (let count = 0; count < megabytes; count++) yield Buffer.alloc(megabyte, 7);
}

test('hostile uploads are refused, cost the server little memory and leave nothing behind', async () => {
  const DATA_DIR = makeDataDir();
  const server = await startServerProcess({ DATA_DIR });
  const login = await fetch(server.address + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: demoAccounts.teacher.username, password: demoPassword }),
  });
  const { token } = (await login.json()) as { token: string };

  /** Streams a form with these files; one that is cut off ends in the middle of its last file. */
  async function* form(files: Content[], isCutOff: boolean) {
    for (const name of ['title', 'content']) {
      yield `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nẢnh\r\n`;
    }
    for (const [at, file] of files.entries()) {
      yield `--${boundary}\r\ncontent-disposition: form-data; name="attachments"; filename="${at}.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
      yield* typeof file === 'function' ? file() : [file];
      if (isCutOff) throw new Error('cut off');
      yield '\r\n';
    }
    yield `--${boundary}--\r\n`;
  }
  async function send(files: Content[], { isCutOff = false } = {}): Promise<number> {
    const call = request(server.address + posts.create.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    });
    const answered = new Promise<number>((resolve, reject) => {
      call.once('error', reject);
      call.once('response', (response) => {
        void text(response).then(() => resolve(response.statusCode ?? 0), reject);
      });
    });
    // A server that has refused need not read the rest.
    const sent = pipeline(Readable.from(form(files, isCutOff)), call).catch(() => undefined);
    try {
      return await answered;
    } finally {
      call.destroy();
      await sent;
    }
  }

  const files = () =>
    ['uploads', 'incoming'].flatMap((folder) =>
      readdirSync(join(DATA_DIR, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name)),
    );
  /** Now, and at the most so far where the system tells that. */
  const memory = () => {
    const { pid } = server.process;
    if (!existsSync('/proc')) {
      const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
      return { now: 1024 * Number(stdout), most: 1024 * Number(stdout) };
    }
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [now, most] = ['VmRSS', 'VmHWM'].map(
      (name) => 1024 * Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]),
    ) as [number, number];
    return { now, most };
  };

  const jpeg = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  // Once in peace: what drawing and the first request load stays loaded.
  expect(await send([jpeg])).toBe(201);
  const before = { files: files(), memory: memory().now };

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const program = Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(9000)]);
  const refused: [name: string, files: Content[], status: number][] = [
    ['an SVG', [svg], 415],
    ['a page', [page], 415],
    ['a renamed program', [program], 415],
    ['a photo of 50,000 pixels a side', [png(50_000, 50_000, 1)], 415],
    ['a bomb: 50 MB of pixels in 50 kB', [png(20_000, 20_000)], 415],
    ['a photo cut short', [jpeg.subarray(0, jpeg.length / 2)], 415],
    ['eleven files', Array.from({ length: 11 }, () => jpeg), 413],
    ['a film of 300 MB', [() => film(300)], 413],
    ['a good photo before a page', [jpeg, page], 415],
  ];
  for (const [name, content, status] of refused) {
    expect([name, await send(content)]).toEqual([name, status]);
  }
  await expect(send([jpeg, () => film(20)], { isCutOff: true })).rejects.toThrow('socket hang up');

  await expect.poll(files).toEqual(before.files);
  expect(memory().most - before.memory).toBeLessThan(mostGrowth);
});
