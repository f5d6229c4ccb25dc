import { copyFileSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { limits } from '@lop-xanh/contract/rules/limits';
import { resultOf } from '@lop-xanh/contract/rules/waste-answer';
import { scan, wasteLabels } from '@lop-xanh/contract/scan';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { keepLog } from '../../testing/kept-log.ts';
import { addUser } from '../../testing/people.ts';
import {
  makeFolder,
  makeTestApp,
  makeTestStorage,
  request,
  testConfig,
} from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { openClassifier } from './classifier.ts';
import { shippedModel } from './model.ts';
import { limitScans } from './scan-limit.ts';
import { readWasteTable } from './waste-table.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const someone = () => addUser(database, { role: 'Admin' });
const { token } = await someone();

const dataUrl = (bytes: Buffer, type = 'image/jpeg') =>
  `data:${type};base64,${bytes.toString('base64')}`;
const analyze = (image: string, as = token) =>
  request(app, scan.analyze, { body: { image }, token: as });
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d8d4cc' } });

test('a blank wall is answered with null', async () => {
  const { status, body } = await analyze(dataUrl(await blank(640, 480).jpeg().toBuffer()));
  expect([status, body]).toEqual([200, { result: null }]);
});

describe('an opinion becomes an answer', () => {
  const table = readWasteTable();
  const sureOf = (label: string) => wasteLabels.map((name) => (name === label ? 0.73 : 0.03));

  test('with its name, group, advice and the three best', () => {
    const result = resultOf({ probabilities: sureOf('metal'), threshold: 0.7 }, table);
    expect(result).toMatchObject({
      label: 'metal',
      name: 'Kim loại',
      group: 'recyclable',
      groupName: 'Rác tái chế',
      confidence: 0.73,
    });
    expect(result?.predictions.map(({ confidence }) => confidence)).toEqual([0.73, 0.03, 0.03]);
  });

  test('but none under the threshold', () => {
    expect(resultOf({ probabilities: sureOf('metal'), threshold: 0.74 }, table)).toBeNull();
  });

  test('the best of the most probable bin, even where another label alone has more', () => {
    const shares: Record<string, number> = { other: 0.36, plastic: 0.33, glass: 0.31 };
    const probabilities = wasteLabels.map((label) => shares[label] ?? 0);
    const result = resultOf({ probabilities, threshold: 0.3 }, table);
    expect(result?.predictions.map(({ label }) => label)).toEqual(['plastic', 'other', 'glass']);
    expect(result).toMatchObject({ label: 'plastic', group: 'recyclable', confidence: 0.33 });
  });

  test('the advice for metal keeps batteries apart', () => {
    expect(table.labels.metal.advice).toMatch(/pin.*để riêng/);
  });
});

describe('what is no picture of ours is refused', () => {
  const statusOf = async (image: string) => (await analyze(image, (await someone()).token)).status;

  test.each([
    ['an http address', 'http://127.0.0.1:9/rac.jpg'],
    ['a file address', 'file:///etc/passwd'],
    ['an SVG', dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')],
    [
      'an SVG called PNG',
      dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'),
    ],
    ['text called JPEG', dataUrl(Buffer.from('khong phai anh'))],
    ['nothing', 'data:image/jpeg;base64,'],
    ['letters that are not base64', 'data:image/png;base64,@@@@'],
  ])('%s', async (_, image) => {
    expect(await statusOf(image)).toBe(400);
  });

  test('a truncated JPEG', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const whole = await sharp({
      create: { width: 900, height: 900, channels: 3, background: '#fff', noise },
    })
      .jpeg()
      .toBuffer();
    const image = dataUrl(whole.subarray(0, whole.length / 2));
    expect(await statusOf(image)).toBe(400);
  });

  test('60 megapixels, which would fill the memory', async () => {
    const image = dataUrl(await blank(10_000, 6_000).jpeg().toBuffer());
    expect(await statusOf(image)).toBe(413);
  });

  test('20 MB', async () => {
    const image = `data:image/jpeg;base64,${'A'.repeat(20 * 1024 * 1024)}`;
    expect(await statusOf(image)).toBe(413);
  });

  test('a hundred of them leave the memory as it was', async () => {
    const small = dataUrl(Buffer.from('khong phai anh'));
    const large = dataUrl(await blank(10_000, 6_000).jpeg().toBuffer());
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

describe('a limit per user and minute', () => {
  test('is told when it is over', () => {
    let now = 0;
    const count = limitScans(() => now);
    for (let i = 0; i < limits.scansPerMinute; i++) count(1);
    now = 20_000;
    count(2);
    expect(() => count(1)).toThrow(expect.objectContaining({ status: 429, retryAfterSeconds: 40 }));
    now = 60_000;
    expect(() => count(1)).not.toThrow();
  });

  test('guards the call', async () => {
    const student = await someone();
    const image = dataUrl(Buffer.from('khong phai anh'));
    const statuses = [];
    for (let i = 0; i <= limits.scansPerMinute; i++) {
      statuses.push((await analyze(image, student.token)).status);
    }
    expect(statuses.slice(-2)).toEqual([400, 429]);
  });
});

describe('a model file that cannot be used', () => {
  const withModel = async (spoil: (file: string) => void) => {
    const file = join(makeFolder(onTestFinished), 'large.onnx');
    spoil(file);
    const classifier = openClassifier({ modelFile: file });
    const own = await buildApp({
      config: testConfig,
      database,
      storage: makeTestStorage(onTestFinished),
      classifier,
    });
    onTestFinished(() => own.close());
    const image = dataUrl(await blank(32, 32).jpeg().toBuffer());
    const { status, headers } = await request(own, scan.analyze, { body: { image }, token });
    expect([status, headers['retry-after']]).toEqual([503, '300']);
    expect((await own.inject('/api/health')).statusCode).toBe(200);
    return classifier.start();
  };

  test('because it is missing, is told, answers 503, and the rest works', async () => {
    expect(await withModel(() => {})).toContain('ENOENT');
  });

  test('because it is damaged, too', async () => {
    const problem = await withModel((file) => {
      copyFileSync(shippedModel, file);
      copyFileSync(shippedModel.replace('.onnx', '.json'), file.replace('.onnx', '.json'));
      truncateSync(file, readFileSync(file).length - 1);
    });
    expect(problem).toContain('is damaged');
  });
});

describe('a thread that dies', () => {
  /** A classifier with a model of its own, and its threads. */
  const openOwn = async () => {
    const modelFile = join(makeFolder(onTestFinished), 'large.onnx');
    copyFileSync(shippedModel, modelFile);
    copyFileSync(shippedModel.replace('.onnx', '.json'), modelFile.replace('.onnx', '.json'));
    const threads: Worker[] = [];
    const keep = (thread: Worker) => void threads.push(thread);
    process.on('worker', keep);
    onTestFinished(() => void process.off('worker', keep));
    const log = keepLog();
    const classifier = openClassifier({ modelFile, log });
    onTestFinished(() => classifier.close());
    expect(await classifier.start()).toBeUndefined();
    return { classifier, modelFile, threads, log };
  };
  const died = {
    message: 'a thread of the waste classifier died',
    error: 'The thread ended with exit code 1',
  };

  test('is logged and replaced', async () => {
    const { classifier, threads, log } = await openOwn();
    await Promise.all(threads.map((thread) => thread.terminate()));
    const opinion = await classifier.classify(dataUrl(await blank(64, 64).jpeg().toBuffer()));
    expect(opinion.probabilities).toHaveLength(10);
    expect(log.lines).toEqual([died]);
  });

  test('and cannot be replaced is logged with the reason', async () => {
    const { modelFile, threads, log } = await openOwn();
    rmSync(modelFile);
    await threads[0]?.terminate();
    await expect.poll(() => log.lines).toHaveLength(2);
    expect(log.lines).toEqual([
      died,
      {
        message: 'a thread of the waste classifier could not be replaced',
        error: expect.stringContaining(modelFile),
      },
    ]);
  });
});

test('closing waits for the picture that is being looked at', async () => {
  const classifier = openClassifier();
  const opinion = classifier.classify(dataUrl(await blank(64, 64).jpeg().toBuffer()));
  await classifier.start();
  await classifier.close();
  expect((await opinion).probabilities).toHaveLength(10);
});
