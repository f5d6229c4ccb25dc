import fc from 'fast-check';
import { expect, test } from 'vitest';
import { multiplyRows, type RidgeProblem, ridge, solveRidge } from './ridge.ts';

const featureCount = 6;
const classCount = 3;
const row = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), {
    minLength: featureCount,
    maxLength: featureCount,
  })
  .map((values) => Float64Array.from(values));
const photo = fc.record({
  row,
  weight: fc.double({ min: 0.2, max: 5, noNaN: true }),
  own: fc.nat(classCount - 1),
});
const photos = fc.array(photo, { minLength: 2, maxLength: 12 });
type Photos = { row: Float64Array; weight: number; own: number }[];

const dot = (a: Float64Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
const toProblem = (photos: Photos): RidgeProblem => ({
  rows: photos.map(({ row }) => row),
  weights: photos.map(({ weight }) => weight),
  targets: photos.map(({ own }) =>
    Array.from({ length: classCount }, (_, index) => (index === own ? 1 : 0) - 1 / classCount),
  ),
});

test('the weights are where the penalized error is smallest', () => {
  fc.assert(
    fc.property(photos, (photos) => {
      const problem = toProblem(photos);
      for (const [index, weights] of solveRidge(problem).weights.entries()) {
        for (let i = 0; i < featureCount; i++) {
          const gradient = problem.rows.reduce(
            (sum, row, photo) => {
              const error = dot(row, weights) - (problem.targets[photo]?.[index] ?? 0);
              return sum + (problem.weights[photo] ?? 0) * error * (row[i] ?? 0);
            },
            ridge * (weights[i] ?? 0),
          );
          expect(gradient).toBeCloseTo(0, 4);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('the left-out scores are those of a head that was fitted without the photo', () => {
  fc.assert(
    fc.property(photos, (photos) => {
      const { leftOut } = solveRidge(toProblem(photos));
      for (const [index, { row }] of photos.entries()) {
        const others = solveRidge(toProblem(photos.toSpliced(index, 1)));
        for (const [own, weights] of others.weights.entries()) {
          expect(leftOut[index]?.[own]).toBeCloseTo(dot(row, weights), 4);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('products that were computed before change nothing', () => {
  fc.assert(
    fc.property(photos, (photos) => {
      const problem = toProblem(photos);
      const products = multiplyRows(problem.rows.slice(0, -1));
      expect(solveRidge({ ...problem, products })).toEqual(solveRidge(problem));
    }),
    { numRuns: 40 },
  );
});
