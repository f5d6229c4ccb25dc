import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 kB'],
  [999_400, '999 kB'],
  [999_500, '1 MB'],
  [1_440_000, '1,4 MB'],
  [14_400_000, '14 MB'],
  [2_500_000_000_000_000, '2.500 TB'],
])('%d bytes are written as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
