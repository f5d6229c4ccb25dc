import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { openClassifier } from '../features/scan/classifier.ts';
import { encodeThumbnail } from '../storage/images.ts';
import { cleanVideo } from '../storage/videos/clean-video.ts';
import { scrape, startTestMetrics } from '../testing/metrics.ts';
import { makeFolder } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { makeMp4 } from '../testing/videos.ts';

const database = await makeTestDatabase();
const photo = await sharp({
  create: { width: 3_000, height: 2_000, channels: 3, background: '#2f9e5f' },
})
  .jpeg()
  .toBuffer();
const jobCount = 12;

/** More jobs than run at once: those that cannot start are measured as waiting, and nothing when all are done. */
async function expectMeasured(queue: string, open: () => (index: number) => Promise<unknown>) {
  const { address } = await startTestMetrics(database);
  const start = open();
  const measure = async () => {
    const { read } = await scrape(address);
    return {
      running: Number(read('lop_xanh_queue_running', { queue })),
      waiting: Number(read('lop_xanh_queue_waiting', { queue })),
    };
  };
  expect(await measure()).toEqual({ running: 0, waiting: 0 });
  const jobs = Array.from({ length: jobCount }, (_, index) => start(index));
  const { running, waiting } = await measure();
  expect(running).toBeGreaterThan(0);
  expect(waiting).toBeGreaterThan(0);
  expect(running + waiting).toBeLessThanOrEqual(jobCount);
  await Promise.all(jobs);
  expect(await measure()).toEqual({ running: 0, waiting: 0 });
}

test('photos that are being encoded, and those that wait, are measured', async () => {
  await expectMeasured('photos', () => (index) => encodeThumbnail(photo, `user ${index}`));
});

test('photos that are being recognized, and those that wait, are measured', async () => {
  const dataUrl = `data:image/jpeg;base64,${photo.toString('base64')}`;
  await expectMeasured('scans', () => {
    const classifier = openClassifier({ threads: 1 });
    onTestFinished(() => classifier.close());
    return (index) => classifier.classify(dataUrl, `user ${index}`);
  });
});

test('videos that are being cleaned, and those that wait, are measured', async () => {
  const folder = makeFolder(onTestFinished);
  const original = join(folder, 'original');
  writeFileSync(original, makeMp4());
  await expectMeasured('videos', () => (index) => {
    const path = join(folder, String(index));
    copyFileSync(original, path);
    return cleanVideo({ path, extension: 'mp4' });
  });
});
