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
const maxGrowthBytes = 150 * megabyte;
const boundary = 'ranh-gioi';

type FileContent = Buffer | (() => Iterable<Buffer> | AsyncIterable<Buffer>);

/** A PNG of one colour that claims these dimensions but has only this number of rows. */
function createPng(width: number, height: number, rows = height): Buffer {
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

function* generateVideo(megabytes: number) {
  yield mp4Head;
  for (let count = 0; count < megabytes; count++) yield Buffer.alloc(megabyte, 7);
}

test('hostile uploads are rejected, use little memory and leave nothing behind', async () => {
  const DATA_DIR = makeDataDir();
  const server = await startServerProcess({ DATA_DIR });
  const login = await fetch(server.address + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: demoAccounts.teacher.username, password: demoPassword }),
  });
  const { token } = (await login.json()) as { token: string };

  /** Streams a form with these files; if cut off, it stops after the content of the first one. */
  async function* generateForm(files: FileContent[], isCutOff: boolean) {
    for (const name of ['title', 'content']) {
      yield `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nẢnh\r\n`;
    }
    for (const [index, file] of files.entries()) {
      yield `--${boundary}\r\ncontent-disposition: form-data; name="attachments"; filename="${index}.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
      yield* typeof file === 'function' ? file() : [file];
      if (isCutOff) throw new Error('cut off');
      yield '\r\n';
    }
    yield `--${boundary}--\r\n`;
  }
  async function send(files: FileContent[], { isCutOff = false } = {}): Promise<number> {
    const upload = request(server.address + posts.create.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    });
    const responded = new Promise<number>((resolve, reject) => {
      upload.once('error', reject);
      upload.once('response', (response) => {
        void text(response).then(() => resolve(response.statusCode ?? 0), reject);
      });
    });
    // The server need not read the rest of a rejected request.
    const sent = pipeline(Readable.from(generateForm(files, isCutOff)), upload).catch(
      () => undefined,
    );
    try {
      return await responded;
    } finally {
      upload.destroy();
      await sent;
    }
  }

  const listStoredFiles = () =>
    ['uploads', 'incoming'].flatMap((folder) =>
      readdirSync(join(DATA_DIR, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name)),
    );
  /** The current memory use, and the peak where the system reports it. */
  const readMemory = () => {
    const { pid } = server.process;
    if (!existsSync('/proc')) {
      const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
      return { now: 1024 * Number(stdout), peak: 1024 * Number(stdout) };
    }
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [now, peak] = ['VmRSS', 'VmHWM'].map(
      (name) => 1024 * Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]),
    ) as [number, number];
    return { now, peak };
  };

  const jpeg = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  // Warm up: libraries loaded by the first upload stay in memory.
  expect(await send([jpeg])).toBe(201);
  const before = { files: listStoredFiles(), memory: readMemory().now };

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const program = Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(9000)]);
  const hostile: [name: string, files: FileContent[], status: number][] = [
    ['an SVG', [svg], 415],
    ['an HTML page', [page], 415],
    ['a renamed program', [program], 415],
    ['a photo of 50,000 pixels a side', [createPng(50_000, 50_000, 1)], 415],
    ['a bomb of 50 MB of pixels in 50 kB', [createPng(20_000, 20_000)], 415],
    ['a truncated photo', [jpeg.subarray(0, jpeg.length / 2)], 415],
    ['eleven files', Array.from({ length: 11 }, () => jpeg), 413],
    ['a video of 300 MB', [() => generateVideo(300)], 413],
    ['a valid photo before an HTML page', [jpeg, page], 415],
  ];
  for (const [name, content, status] of hostile) {
    expect([name, await send(content)]).toEqual([name, status]);
  }
  await expect(send([jpeg, () => generateVideo(20)], { isCutOff: true })).rejects.toThrow(
    'socket hang up',
  );

  await expect.poll(listStoredFiles).toEqual(before.files);
  expect(readMemory().peak - before.memory).toBeLessThan(maxGrowthBytes);
});
