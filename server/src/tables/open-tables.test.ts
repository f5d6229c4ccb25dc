import { afterAll, expect, test } from 'vitest';
import { hostileTables } from '../testing/hostile-tables.ts';
import { openTables } from './open-tables.ts';

const tables = openTables({ readMs: 1_000 });
afterAll(() => tables.close());
const good = Buffer.from('Tên,Lớp\nÂn,3A\n');
const rows = [
  ['Tên', 'Lớp'],
  ['Ân', '3A'],
];

test('a table that takes too long is given up, and the next one is read', async () => {
  const endless = hostileTables.filter(({ isEndless }) => isEndless);
  expect(endless).not.toHaveLength(0);
  for (const { bytes } of endless) {
    await expect(tables.read(bytes())).rejects.toMatchObject({ status: 413 });
    expect(await tables.read(good)).toEqual(rows);
  }
});

test('tables are read in turn, and a queue that is full says so', async () => {
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => tables.read(good)));
  const outcomes = results.map((result) =>
    result.status === 'fulfilled' ? result.value : result.reason.status,
  );
  expect(outcomes).toEqual([...Array.from({ length: 10 }, () => rows), 503, 503]);
});
