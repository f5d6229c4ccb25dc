import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { openClassifier } from './classifier.ts';

const folder = new URL('./fixtures/', import.meta.url);
const python: Record<string, number[]> = JSON.parse(
  readFileSync(new URL('probabilities.json', folder), 'utf8'),
);
const pictures = readdirSync(folder).filter((name) => !name.endsWith('.json'));
const classifier = openClassifier();
afterAll(() => classifier.close());

/** Decoders round a little differently; preprocessing that differs moves a probability by far more. */
const tolerance = 0.02;

test('at least forty pictures of every kind are compared', () => {
  expect(pictures.length).toBeGreaterThanOrEqual(40);
  expect(pictures.toSorted()).toEqual(Object.keys(python).toSorted());
});

test.each(pictures)('the training and the server agree on %s', async (name) => {
  const type = name.split('.')[1];
  const bytes = readFileSync(new URL(name, folder));
  const { probabilities } = await classifier.classify(
    `data:image/${type};base64,${bytes.toString('base64')}`,
  );
  const expected = python[name] ?? [];
  const differences = probabilities.map((p, label) => Math.abs(p - (expected[label] ?? 1)));
  expect(probabilities).toHaveLength(10);
  expect(Math.max(...differences)).toBeLessThan(tolerance);
});
