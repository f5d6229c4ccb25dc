import { expect, test } from 'vitest';
import { decodeHalves, encodeHalves } from './half-floats.ts';

test('every finite half-precision float is written as it was read', () => {
  const bytes = Buffer.from(
    Uint16Array.from({ length: 0x1_00_00 }, (_, bits) => bits).filter(
      // Neither infinite nor not a number, nor the negative zero.
      (bits) => (bits & 0x7c_00) !== 0x7c_00 && bits !== 0x80_00,
    ).buffer,
  );
  expect(encodeHalves(decodeHalves(bytes)).equals(bytes)).toBe(true);
});

test('a float is rounded to the nearest half-precision float', () => {
  const floats = Float32Array.from([0, 1, -1, 0.1, 1 / 3, 0.99999, 2.1e-6, -0.00002]);
  const errors = decodeHalves(encodeHalves(floats)).map((value, index) =>
    Math.abs(value - (floats[index] ?? 0)),
  );
  expect(Math.max(...errors)).toBeLessThan(0.0003);
  expect([...decodeHalves(encodeHalves(floats))].slice(0, 3)).toEqual([0, 1, -1]);
});
