import { expect, test } from 'vitest';
import { applyHead, isWinning, normalizeFeatures, type TaughtHead } from './taught-head.ts';
import { decodeReference, encodeReference, type TaughtExample, trainHead } from './train-head.ts';

const featureCount = 32;
const materialCount = 10;
/** A photo in the direction of one feature; others tell photos of one kind apart. */
const see = (axis: number, turn: number, others: Record<number, number> = {}) =>
  normalizeFeatures(
    Float32Array.from({ length: featureCount }, (_, i) =>
      i === axis ? 1 : i === 24 + (turn % 8) ? 0.3 : (others[i] ?? 0.02),
    ),
  );
const photos = Array.from({ length: materialCount }, (_, axis) =>
  Array.from({ length: 6 }, (_, turn) => see(axis, turn)),
).flat();
const size = { featureCount, materialCount };
const reference = decodeReference(encodeReference(photos), size);
const teach = (kind: number, axis: number, count = 4): TaughtExample[] =>
  Array.from({ length: count }, (_, turn) => ({ kind, features: see(axis, turn) }));
const train = (examples: TaughtExample[]) => trainHead(examples, reference);
const score = (head: TaughtHead<number>, features: Float32Array, kind: number) =>
  applyHead(head, features).ranked.find((ranked) => ranked.kind === kind)?.score ?? 0;

test('a photo is recognized as the kind whose photos it resembles', () => {
  const { head } = train([...teach(7, 10), ...teach(8, 11)]);
  expect(applyHead(head, see(10, 5))).toMatchObject({
    found: 7,
    ranked: [{ kind: 7 }, { kind: 8 }],
  });
  expect(applyHead(head, see(11, 5))).toMatchObject({
    found: 8,
    ranked: [{ kind: 8 }, { kind: 7 }],
  });
});

test('a photo of a material, or of nothing known, is not taken for a taught kind', () => {
  for (const kinds of [teach(7, 10), [...teach(7, 10), ...teach(8, 11, 40)]]) {
    const { head } = train(kinds);
    for (const photo of photos) expect(applyHead(head, photo).found).toBeUndefined();
    for (const axis of [12, 16, 20]) {
      expect(applyHead(head, see(axis, 5)).found).toBeUndefined();
    }
  }
});

test('a photo that is only a little like a taught kind is left to the shipped net', () => {
  const { head } = train(teach(7, 10));
  const halfAlike = see(16, 5, { 10: 0.25, 17: 1, 18: 1, 19: 1 });
  const best = score(head, halfAlike, 7);
  // More alike than to any material.
  expect(best).toBeGreaterThan(0.2);
  expect(isWinning(1, [1 - best])).toBe(true);
  expect(applyHead(head, halfAlike).found).toBeUndefined();
});

test('a kind wins only above the winning score and above every material', () => {
  expect(isWinning(0.46, [0.3, 0.2])).toBe(true);
  expect(isWinning(0.44, [0.3, 0.2])).toBe(false);
  expect(isWinning(0.46, [0.3, 0.47])).toBe(false);
});

test('a kind with fewer than three photos takes no part', () => {
  const { head, seenAs } = train([...teach(7, 10, 2), ...teach(8, 11, 3)]);
  expect(head.kinds).toMatchObject([{ kind: 8 }]);
  expect(seenAs).toEqual([null, null, 8, 8, 8]);
  expect(train([])).toMatchObject({ head: { kinds: [] }, seenAs: [] });
});

test('each photo is seen by a head that was trained without it, so that a wrong one is found', () => {
  const wrong = { kind: 7, features: see(11, 6) };
  const ofMaterial = { kind: 7, features: see(0, 6) };
  const { seenAs } = train([...teach(7, 10), wrong, ofMaterial, ...teach(8, 11)]);
  expect(seenAs).toEqual([7, 7, 7, 7, 8, null, 8, 8, 8, 8]);
});

test('the order in which photos were taught does not matter', () => {
  const examples = [...teach(7, 10, 5), ...teach(8, 11), ...teach(9, 12, 3)];
  const backwards = examples.toReversed();
  const [one, other] = [train(examples), train(backwards)];
  expect(other.seenAs.toReversed()).toEqual(one.seenAs);
  for (const features of [see(10, 7), see(12, 7), see(20, 0), ...photos.slice(0, 3)]) {
    for (const kind of [7, 8, 9]) {
      expect(score(other.head, features, kind)).toBeCloseTo(score(one.head, features, kind), 5);
    }
  }
});

test('the reference file keeps what the photos look like', () => {
  for (const [index, photo] of photos.slice(0, 3).entries()) {
    const exact = decodeReference(encodeReference([photo]), { featureCount, materialCount: 1 });
    for (const [i, value] of photo.entries()) {
      expect((exact.centre[i] ?? 0) ** 2, `feature ${i} of ${index}`).toBeCloseTo(value, 2);
    }
  }
  expect(() => decodeReference(new Uint8Array(33), size)).toThrow('damaged');
  expect(() => decodeReference(new Uint8Array(), size)).toThrow('damaged');
});
