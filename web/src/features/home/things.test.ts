import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findDrawing } from './things.ts';

test.each([
  ['Bóng bay', 'balloon'],
  ['Lá khô', 'leaf'],
  ['Giấy màu, hồ dán', 'glue'],
  ['Ba chai nhựa cắt dọc', 'bottle'],
  ['Cốc thủy tinh', 'cup'],
  ['CÂY CON', 'pot'],
  ['Nam châm', 'bag'],
  // Only whole words count: 'lá' is in it, but as a part of another one.
  ['Láng', 'bag'],
])('%s is drawn as a %s', (name, drawing) => {
  expect(findDrawing(name)).toBe(drawing);
  const file = readFileSync(new URL('things.svg', import.meta.url), 'utf8');
  expect(file).toContain(`<symbol id="${drawing}"`);
});
