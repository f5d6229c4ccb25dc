import { readdirSync, readFileSync } from 'node:fs';
import { resultOf } from '@lop-xanh/contract/rules/waste-answer';
import { scan, wasteLabels } from '@lop-xanh/contract/scan';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { addUser } from '../../testing/people.ts';
import { makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { openClassifier } from './classifier.ts';
import { readWasteTable } from './waste-table.ts';

const folder = new URL('./fixtures/', import.meta.url);
const python: Record<string, number[]> = JSON.parse(
  readFileSync(new URL('probabilities.json', folder), 'utf8'),
);
const pictures = readdirSync(folder).filter((name) => !name.endsWith('.json'));
const database = await makeTestDatabase();
const shipped = openClassifier();
/** Believes everything, so that the API tells its probabilities of pictures that show no waste too. */
const credulous = {
  ...shipped,
  classify: async (image: string) => ({ ...(await shipped.classify(image)), threshold: 0 }),
};
const app = await buildApp({
  config: testConfig,
  database,
  storage: makeTestStorage(),
  classifier: credulous,
});
afterAll(() => app.close());
const table = readWasteTable();

/** Decoders round a little differently; preprocessing that differs moves a probability by far more. */
const tolerance = 0.02;

test('at least forty pictures of every kind are compared', () => {
  expect(pictures.length).toBeGreaterThanOrEqual(40);
  expect(pictures.toSorted()).toEqual(Object.keys(python).toSorted());
});

test.each(pictures)('the training and POST /api/analyze agree on %s', async (name) => {
  const { token } = await addUser(database, { role: 'Admin' });
  const bytes = readFileSync(new URL(name, folder));
  const image = `data:image/${name.split('.')[1]};base64,${bytes.toString('base64')}`;
  const { body } = await request(app, scan.analyze, { body: { image }, token });
  const probabilities = python[name] ?? [];
  const expected = resultOf({ probabilities, threshold: 0 }, table);
  for (const { label, confidence } of body.result?.predictions ?? []) {
    const said = probabilities[wasteLabels.indexOf(label)] ?? 1;
    expect(Math.abs(confidence - said)).toBeLessThan(tolerance);
  }
  expect(body.result?.predictions).toHaveLength(3);
  expect(Math.abs((body.result?.confidence ?? 0) - (expected?.confidence ?? 1))).toBeLessThan(
    tolerance,
  );
});
