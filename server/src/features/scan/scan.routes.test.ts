import { copyFileSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { limits } from '@lop-xanh/contract/rules/limits';
import { scan } from '@lop-xanh/contract/scan';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { addUser } from '../../testing/fixtures.ts';
import {
  makeFolder,
  makeTestApp,
  makeTestStorage,
  request,
  testConfig,
} from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { makeTestLog } from '../../testing/test-log.ts';
import { type Classifier, openClassifier } from './classifier.ts';
import { shippedModel } from './model.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const addAdmin = () => addUser(database, { role: 'Admin' });
const { token } = await addAdmin();

const toDataUrl = (bytes: Buffer, type = 'image/jpeg') =>
  `data:${type};base64,${bytes.toString('base64')}`;
const analyze = (image: string, asToken = token) =>
  request(app, scan.analyze, { body: { image }, token: asToken });
const makeBlank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d8d4cc' } });

test('a blank wall gets no result', async () => {
  const { status, body } = await analyze(toDataUrl(await makeBlank(640, 480).jpeg().toBuffer()));
  expect([status, body]).toMatchObject([200, { result: null }]);
  expect(body.guesses).toHaveLength(4);
});

describe('a scan is rejected', () => {
  const scanStatus = async (image: string) =>
    (await analyze(image, (await addAdmin()).token)).status;

  test.each([
    ['an http URL', 'http://127.0.0.1:9/rac.jpg'],
    ['a file URL', 'file:///etc/passwd'],
    [
      'an SVG',
      toDataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
    ],
    [
      'an SVG declared as PNG',
      toDataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'),
    ],
    ['text declared as JPEG', toDataUrl(Buffer.from('khong phai anh'))],
    ['an empty image', 'data:image/jpeg;base64,'],
    ['invalid base64', 'data:image/png;base64,@@@@'],
  ])('with %s', async (_, image) => {
    expect(await scanStatus(image)).toBe(400);
  });

  test('with a truncated JPEG', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const whole = await sharp({
      create: { width: 900, height: 900, channels: 3, background: '#fff', noise },
    })
      .jpeg()
      .toBuffer();
    const image = toDataUrl(whole.subarray(0, whole.length / 2));
    expect(await scanStatus(image)).toBe(400);
  });

  test('with 60 megapixels, which would fill the memory', async () => {
    const image = toDataUrl(await makeBlank(10_000, 6_000).jpeg().toBuffer());
    expect(await scanStatus(image)).toBe(413);
  });

  test('with 20 MB', async () => {
    const image = `data:image/jpeg;base64,${'A'.repeat(20 * 1024 * 1024)}`;
    expect(await scanStatus(image)).toBe(413);
  });

  test('a hundred times without leaking memory', async () => {
    const small = toDataUrl(Buffer.from('khong phai anh'));
    const large = toDataUrl(await makeBlank(10_000, 6_000).jpeg().toBuffer());
    const classifier = openClassifier();
    onTestFinished(() => classifier.close());
    await expect(classifier.classify(large)).rejects.toMatchObject({ status: 413 });
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 50; i++) {
      await expect(classifier.classify(small)).rejects.toMatchObject({ status: 400 });
      await expect(classifier.classify(large)).rejects.toMatchObject({ status: 413 });
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

test('a user who scans too often is told how long to wait', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const image = toDataUrl(Buffer.from('khong phai anh'));
  const user = await addAdmin();
  const start = Date.now();
  for (let i = 0; i < limits.scansPerMinute; i++) {
    expect((await analyze(image, user.token)).status).toBe(400);
  }
  vi.setSystemTime(start + 20_000);
  expect((await analyze(image, (await addAdmin()).token)).status).toBe(400);
  const { status, headers } = await analyze(image, user.token);
  expect([status, headers['retry-after']]).toEqual([429, '40']);
  vi.setSystemTime(start + 60_000);
  expect((await analyze(image, user.token)).status).toBe(400);
});

describe('with an unusable model file', () => {
  const startWithModel = async (prepareFile: (file: string) => void) => {
    const file = join(makeFolder(onTestFinished), 'large.onnx');
    prepareFile(file);
    const classifier = openClassifier({ modelFile: file });
    const ownApp = await buildApp({
      config: testConfig,
      database,
      storage: makeTestStorage(onTestFinished),
      classifier,
    });
    onTestFinished(() => ownApp.close());
    const image = toDataUrl(await makeBlank(32, 32).jpeg().toBuffer());
    const { status, headers } = await request(ownApp, scan.analyze, { body: { image }, token });
    expect([status, headers['retry-after']]).toEqual([503, '300']);
    expect((await ownApp.inject('/api/health')).statusCode).toBe(200);
    return classifier.start();
  };

  test('a missing model is reported, scans get 503 and the rest works', async () => {
    expect(await startWithModel(() => {})).toContain('ENOENT');
  });

  test('a damaged model is reported, scans get 503 and the rest works', async () => {
    const problem = await startWithModel((file) => {
      copyFileSync(shippedModel, file);
      copyFileSync(shippedModel.replace('.onnx', '.json'), file.replace('.onnx', '.json'));
      truncateSync(file, readFileSync(file).length - 1);
    });
    expect(problem).toContain('is damaged');
  });
});

describe('a worker that dies', () => {
  /** Opens a classifier with its own copy of the model, and collects its workers. */
  const openOwn = async () => {
    const modelFile = join(makeFolder(onTestFinished), 'large.onnx');
    copyFileSync(shippedModel, modelFile);
    copyFileSync(shippedModel.replace('.onnx', '.json'), modelFile.replace('.onnx', '.json'));
    const workers: Worker[] = [];
    const collect = (worker: Worker) => void workers.push(worker);
    process.on('worker', collect);
    onTestFinished(() => void process.off('worker', collect));
    const log = makeTestLog();
    const classifier = openClassifier({ modelFile, log });
    onTestFinished(() => classifier.close());
    expect(await classifier.start()).toBeUndefined();
    return { classifier, modelFile, workers, log };
  };
  const deathLine = {
    message: 'a worker of the waste classifier died',
    error: 'A worker thread ended; a new one takes its place',
  };
  const classifyBlank = async (classifier: Classifier) =>
    classifier.classify(toDataUrl(await makeBlank(64, 64).jpeg().toBuffer()));

  test('is logged and restarted', async () => {
    const { classifier, workers, log } = await openOwn();
    await Promise.all(workers.map((worker) => worker.terminate()));
    expect((await classifyBlank(classifier)).probabilities).toHaveLength(10);
    expect(log.lines).toEqual([deathLine]);
  });

  test('and cannot load the model again fails images with the reason until it can', async () => {
    const { classifier, modelFile, workers, log } = await openOwn();
    rmSync(modelFile);
    await Promise.all(workers.map((worker) => worker.terminate()));
    await expect(classifyBlank(classifier)).rejects.toThrow(modelFile);
    copyFileSync(shippedModel, modelFile);
    expect((await classifyBlank(classifier)).probabilities).toHaveLength(10);
    expect(log.lines).toEqual([deathLine]);
  });
});

test('a classifier that nobody uses ends its workers, and starts them again for the next image', async () => {
  const workers: Worker[] = [];
  const collect = (worker: Worker) => void workers.push(worker);
  process.on('worker', collect);
  onTestFinished(() => void process.off('worker', collect));
  const log = makeTestLog();
  const classifier = openClassifier({ threads: 1, idleMs: 50, log });
  onTestFinished(() => classifier.close());
  const image = toDataUrl(await makeBlank(64, 64).jpeg().toBuffer());

  expect(await classifier.start()).toBeUndefined();
  expect(workers).toEqual([]);
  for (const count of [1, 2]) {
    expect((await classifier.classify(image)).probabilities).toHaveLength(10);
    await expect.poll(() => workers.map(({ threadId }) => threadId)).toEqual(Array(count).fill(-1));
  }
  expect(log.lines).toEqual([]);
});

test('closing waits for the images in progress and rejects the queued one', async () => {
  const classifier = openClassifier({ threads: 2 });
  await classifier.start();
  const large = toDataUrl(await makeBlank(6_000, 5_000).jpeg().toBuffer());
  const small = toDataUrl(await makeBlank(64, 64).jpeg().toBuffer());
  const classifications = [large, small, small].map((image, user) =>
    classifier.classify(image, String(user)),
  );
  const settled = Promise.allSettled(classifications);
  await new Promise(setImmediate);
  await classifier.close();
  expect(await settled).toEqual([
    { status: 'fulfilled', value: expect.objectContaining({ probabilities: expect.anything() }) },
    { status: 'fulfilled', value: expect.objectContaining({ probabilities: expect.anything() }) },
    { status: 'rejected', reason: expect.objectContaining({ status: 503 }) },
  ]);
});

test('users take turns, and the one with the most waiting images is rejected', async () => {
  const classifier = openClassifier({ threads: 1 });
  onTestFinished(() => classifier.close());
  await classifier.start();
  const image = toDataUrl(Buffer.from('khong phai anh'));
  const finished: string[] = [];
  const statuses: Record<string, number[]> = {};
  const send = (caller: string) =>
    classifier.classify(image, caller).catch(({ status }: { status: number }) => {
      finished.push(caller);
      statuses[caller] = [...(statuses[caller] ?? []), status];
    });
  const flood = Array.from({ length: 61 }, () => send('flood'));
  await Promise.all([...flood, send('student')]);
  expect(finished.indexOf('student')).toBeLessThan(5);
  expect(statuses.student).toEqual([400]);
  expect(statuses.flood).toContain(503);
});
