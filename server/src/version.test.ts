import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { version } from './version.ts';

test('the server has the version of the project', () => {
  const file = new URL('../../package.json', import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(version);
});
