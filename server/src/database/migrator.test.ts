import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { migrate, migrationNames } from './migrator.ts';

/** An empty database, without the migrations that the template of the other tests has. */
async function emptyDatabase(name: string): Promise<pg.ClientConfig> {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return { ...inject('postgres'), database: name };
}

test('servers that start at once migrate once', async () => {
  const connection = await emptyDatabase('migrated_at_once');
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(connection)));
  expect(runs.flat().toSorted()).toEqual(migrationNames());
  expect(migrationNames().length).toBeGreaterThan(1);
});

test('a migrated database is left alone', async () => {
  const connection = await emptyDatabase('migrated_twice');
  await migrate(connection);
  expect(await migrate(connection)).toEqual([]);
});
