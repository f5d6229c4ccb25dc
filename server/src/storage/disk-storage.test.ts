import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../testing/test-app.ts';
import { listFiles } from './disk-storage.ts';

test('all files below a folder are listed, however many a subfolder has', async () => {
  const folder = makeFolder(onTestFinished);
  const names = Array.from({ length: 100 }, (_, index) => `a/b/${index}.webp`);
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  for (const name of [...names, 'top.txt']) writeFileSync(join(folder, name), '');
  const listed: string[] = [];
  for await (const name of listFiles(folder)) listed.push(name);
  expect(listed.toSorted()).toEqual([...names, 'top.txt'].toSorted());
});
