import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'lop-xanh-config-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

test.each([
  ['vi', 'vi'],
  ['en', 'en'],
  ['default', 'default'],
  ['', 'default'],
  // A list for gettext, as many systems set it.
  ['en_US:en', 'default'],
  ['vi_VN.UTF-8', 'default'],
])('LANGUAGE=%s means the language %s', (LANGUAGE, language) => {
  expect(readConfig({ DATA_DIR, LANGUAGE }).language).toBe(language);
});
