import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const page = readFileSync(join(root, 'docs/SECURITY.md'), 'utf8');

/** The items of the two lists, each with what shows it. */
const items = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, item]) => /^(API\d|\d+\.\d+\.\d+)/.test(item))
  .map(([, item, , shownBy]) => ({ item, shownBy }));

test('every item of the security page is shown by something that exists, or open', () => {
  expect(items.length).toBeGreaterThan(100);
  const named = items.flatMap(({ shownBy }) =>
    [...shownBy.matchAll(/`([\w./-]+\.(?:ts|mjs|json))`/g)].map(([, file]) => file),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const isAnswered = /`[\w./-]+`|\*\*open\*\*|this page|the operator's|\[README\]/;
  expect(items.filter(({ shownBy }) => !isAnswered.test(shownBy))).toEqual([]);
});
