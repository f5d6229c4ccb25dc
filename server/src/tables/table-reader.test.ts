import { afterAll, expect, test } from 'vitest';
import { hostileTables } from '../testing/hostile-tables.ts';
import { openTableReader } from './table-reader.ts';

const reader = openTableReader({ readTimeoutMs: 1_000 });
afterAll(() => reader.close());
const validTable = Buffer.from('Tên,Lớp\nÂn,3A\n');
const sheets = [
  {
    name: '',
    rows: [
      ['Tên', 'Lớp'],
      ['Ân', '3A'],
    ],
  },
];

test('a table that takes too long is abandoned, and the next one is read', async () => {
  const endless = hostileTables.filter(({ isEndless }) => isEndless);
  expect(endless).not.toHaveLength(0);
  for (const { bytes } of endless) {
    await expect(reader.read(bytes())).rejects.toMatchObject({ status: 413 });
    expect(await reader.read(validTable)).toEqual(sheets);
  }
});

test('tables are queued, and a full queue is 503', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, () => reader.read(validTable)),
  );
  const outcomes = results.map((result) =>
    result.status === 'fulfilled' ? result.value : result.reason.status,
  );
  expect(outcomes).toEqual([...Array.from({ length: 10 }, () => sheets), 503, 503]);
});
