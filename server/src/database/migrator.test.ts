import { expect, test } from 'vitest';
import { makeEmptyDatabase } from '../testing/test-database.ts';
import { migrate, migrationNames } from './migrator.ts';

test('servers that start at the same time run each migration once', async () => {
  const { connection } = await makeEmptyDatabase();
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(connection)));
  expect(runs.flat().toSorted()).toEqual(migrationNames());
  expect(migrationNames().length).toBeGreaterThan(1);
});

test('a migrated database is left unchanged', async () => {
  const { connection } = await makeEmptyDatabase();
  await migrate(connection);
  expect(await migrate(connection)).toEqual([]);
});
