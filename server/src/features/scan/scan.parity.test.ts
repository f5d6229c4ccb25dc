import { readdirSync, readFileSync } from 'node:fs';
import { toScanResult } from '@lop-xanh/contract/rules/waste-result';
import { scan, type WasteLabel, wasteLabels } from '@lop-xanh/contract/scan';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { addUser } from '../../testing/fixtures.ts';
import { makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { openClassifier } from './classifier.ts';
import { readDefaultPack } from './waste-packs.ts';

const folder = new URL('./fixtures/', import.meta.url);
const pythonProbabilities: Record<string, number[]> = JSON.parse(
  readFileSync(new URL('probabilities.json', folder), 'utf8'),
);
const images = readdirSync(folder).filter((name) => !name.endsWith('.json'));
const database = await makeTestDatabase();
const shipped = openClassifier();
/** Has no threshold, so that the API returns probabilities even for images without waste. */
const withoutThreshold = {
  ...shipped,
  classify: async (image: string) => ({ ...(await shipped.classify(image)), threshold: 0 }),
};
const app = await buildApp({
  config: testConfig,
  database,
  storage: makeTestStorage(),
  classifier: withoutThreshold,
});
afterAll(() => app.close());
const pack = readDefaultPack();

/** Decoders round a little differently; different preprocessing changes probabilities far more. */
const tolerance = 0.02;

test('at least forty images are compared', () => {
  expect(images.length).toBeGreaterThanOrEqual(40);
  expect(images.toSorted()).toEqual(Object.keys(pythonProbabilities).toSorted());
});

test.each(images)('the training and POST /api/analyze agree on %s', async (name) => {
  const { token } = await addUser(database, { role: 'Admin' });
  const bytes = readFileSync(new URL(name, folder));
  const image = `data:image/${name.split('.')[1]};base64,${bytes.toString('base64')}`;
  const { body } = await request(app, scan.analyze, { body: { image }, token });
  const probabilities = pythonProbabilities[name] ?? [];
  const expected = toScanResult({ probabilities, threshold: 0 }, pack);
  for (const { label, confidence } of body.result?.predictions ?? []) {
    const fromPython = probabilities[wasteLabels.indexOf(label as WasteLabel)] ?? 1;
    expect(Math.abs(confidence - fromPython)).toBeLessThan(tolerance);
  }
  expect(body.result?.predictions).toHaveLength(3);
  expect(Math.abs((body.result?.confidence ?? 0) - (expected?.confidence ?? 1))).toBeLessThan(
    tolerance,
  );
});
