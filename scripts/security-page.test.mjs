import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const page = readFileSync(join(root, 'docs/SECURITY.md'), 'utf8');

/** The items of the two lists, each with its evidence. */
const items = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, item]) => /^(API\d|\d+\.\d+\.\d+)/.test(item))
  .map(([, item, , evidence]) => ({ item, evidence }));

test('every item of the security page names existing evidence or is open', () => {
  expect(items.length).toBeGreaterThan(100);
  const files = items.flatMap(({ evidence }) =>
    [...evidence.matchAll(/`([\w./-]+\.(?:ts|mjs|json))`/g)].map(([, file]) => file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const hasEvidence = /`[\w./-]+`|\*\*open\*\*|this page|the operator's|\[README\]/;
  expect(items.filter(({ evidence }) => !hasEvidence.test(evidence))).toEqual([]);
});
