import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { registry } from './erasure-registry.ts';

/** Numbers, moments and booleans say nothing about a person without a text beside them. */
const plainTypes = ['bool', 'int2', 'int4', 'int8', 'timestamptz', '_timestamptz'];

async function compareRegistry({ pool }: Database) {
  const { rows } = await pool.query<{ name: string; type: string }>(`
    select table_name || '.' || column_name as name, udt_name as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const columns = rows.flatMap(({ name, type }) => (plainTypes.includes(type) ? [] : [name]));
  const registered = Object.entries(registry).flatMap(([table, treatments]) =>
    Object.keys(treatments).map((column) => `${table}.${column}`),
  );
  return {
    unregistered: columns.filter((name) => !registered.includes(name)),
    obsolete: registered.filter((name) => !columns.includes(name)),
  };
}

test('the registry says of every column what an erasure does with it', async () => {
  const database = await makeTestDatabase(onTestFinished);
  expect(await compareRegistry(database)).toEqual({ unregistered: [], obsolete: [] });
});

test.each([
  ['a table with a text', 'create table diaries (id bigint, entry text)', 'diaries.entry'],
  ['a list of texts', 'alter table users add nicknames text[]', 'users.nicknames'],
  ['a JSON value', 'alter table posts add tags jsonb', 'posts.tags'],
  ['bytes', 'alter table users add face bytea', 'users.face'],
  ['an address', 'alter table sessions add origin inet', 'sessions.origin'],
  ['a day', 'alter table users add baptized_on date', 'users.baptized_on'],
])('%s that is not registered is found', async (_, statement, name) => {
  const database = await makeTestDatabase(onTestFinished);
  await database.pool.query(statement);
  expect((await compareRegistry(database)).unregistered).toEqual([name]);
});

test('a registered column that no longer exists is found', async () => {
  const database = await makeTestDatabase(onTestFinished);
  await database.pool.query('alter table departures drop destination');
  expect((await compareRegistry(database)).obsolete).toEqual(['departures.destination']);
});
