import { type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { auth } from '@lop-xanh/contract/auth';
import { posts } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { scan } from '@lop-xanh/contract/scan';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { addSchool, addUser } from '../testing/fixtures.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { mp4Head } from '../testing/videos.ts';

const megabyte = 1024 * 1024;
const database = await makeTestDatabase();
const school_id = await addSchool(database.db);
const addTeacher = () => addUser(database, { role: 'Teacher', school_id });
const app = await makeTestApp(database);
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
});

const boundary = 'ranh-gioi';
interface Content {
  path: string;
  contentType: string;
  body: Buffer;
}
/** Of 2 MB, as all of them. */
const noPhoto: Content = {
  path: scan.analyze.path,
  contentType: 'application/json',
  body: Buffer.from(`{"image":"${'x'.repeat(2 * megabyte)}"}`),
};
const brokenVideo: Content = {
  path: posts.create.path,
  contentType: `multipart/form-data; boundary=${boundary}`,
  body: Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="attachments"; filename="a.mp4"\r\n\r\n`,
    ),
    mp4Head,
    Buffer.alloc(2 * megabyte, 'x'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
};

/** Sends all of a body, or only its beginning. */
function send(token: string, { isWhole }: { isWhole: boolean }, content = noPhoto) {
  const { path, contentType, body } = content;
  const request: ClientRequest = startRequest({
    host: '127.0.0.1',
    port: (app.server.address() as AddressInfo).port,
    method: 'POST',
    path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': contentType,
      'content-length': body.length,
    },
  });
  const status = new Promise<number>((resolve, reject) => {
    request.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    request.on('error', reject);
  });
  if (isWhole) request.end(body);
  else request.write(body.subarray(0, megabyte));
  return { request, status };
}

test.each([
  ['large bodies', noPhoto, 400],
  ['forms', brokenVideo, 415],
])(
  'two %s of a user are read at once, a third waits, and others do not',
  async (_, content, rejected) => {
    const [teacher, other] = [await addTeacher(), await addTeacher()];
    const received: IncomingMessage[] = [];
    app.server.on('request', (message: IncomingMessage) => received.push(message));
    const sent = [1, 2, 3].map(() => send(teacher.token, { isWhole: false }, content));
    for (const { status } of sent) status.catch(() => undefined);
    onTestFinished(() => {
      for (const { request } of sent) request.destroy();
    });
    await expect.poll(() => received.length).toBe(3);
    const ofTeacher = [...received];
    const countRead = () => ofTeacher.filter(({ readableFlowing }) => readableFlowing).length;
    await expect.poll(countRead).toBe(2);
    for (let times = 0; times < 3; times++) {
      expect(await send(other.token, { isWhole: true }, content).status).toBe(rejected);
    }
    expect(countRead()).toBe(2);
    const waiting = ofTeacher.find(({ readableFlowing }) => !readableFlowing);
    ofTeacher.find(({ readableFlowing }) => readableFlowing)?.destroy();
    await expect.poll(() => waiting?.readableFlowing).toBe(true);
  },
);

test('a body beyond the limit of its endpoint is refused before it is read', async () => {
  const { token } = await addTeacher();
  const headers = { authorization: `Bearer ${token}` };
  const url = scan.analyze.path;
  const analyze = async () =>
    (await app.inject({ method: 'POST', url, headers, payload: { image: 1 } })).statusCode;
  for (let times = 0; times < limits.scansPerMinute; times++) expect(await analyze()).toBe(400);
  expect(await analyze()).toBe(429);
  const { request, status } = send(token, { isWhole: false });
  expect(await status).toBe(429);
  request.destroy();
});

test('millions of levels or values in a large body are refused', async () => {
  const { token } = await addTeacher();
  for (const part of ['[', '{"a":', '1,']) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: scan.analyze.path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: part.repeat((2 * megabyte) / part.length),
    });
    expect(statusCode).toBe(413);
  }
});

test('a stranger cannot send more than a few kilobytes', async () => {
  const payload = { username: 'x'.repeat(20_000), password: 'x' };
  const { statusCode } = await app.inject({ method: 'POST', url: auth.login.path, payload });
  expect(statusCode).toBe(413);
});
