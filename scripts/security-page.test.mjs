import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const page = readFileSync(join(root, 'docs/SECURITY.md'), 'utf8');

/** The risks and requirements of the two lists, each with its evidence. */
const entries = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, entry]) => /^(API\d|\d+\.\d+\.\d+)/.test(entry))
  .map(([, entry, , evidence]) => ({ entry, evidence }));

test('every entry of the security page names existing evidence or is open', () => {
  expect(entries.length).toBeGreaterThan(100);
  const files = entries.flatMap(({ evidence }) =>
    [...evidence.matchAll(/`([\w./-]+\.(?:ts|mjs|json))`/g)].map(([, file]) => file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const hasEvidence = /`[\w./-]+`|\*\*open\*\*|this page|the operator's|\[README\]/;
  expect(entries.filter(({ evidence }) => !hasEvidence.test(evidence))).toEqual([]);
});
