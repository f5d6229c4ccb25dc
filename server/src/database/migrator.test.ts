import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import { makeEmptyDatabase, openEmptyDatabase } from '../testing/test-database.ts';
import type { Database } from './database.ts';
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

const migration = z.object({ name: z.string(), checksum: z.string().nullable() });
const readChecksums = ({ db }: Database) =>
  db.many(migration, sql`select name, checksum from migrations order by name`);
const readNames = ({ db }: Database) =>
  db.values(z.string(), sql`select name from migrations order by name`);

test('a migration that fails undoes those that ran before it', async () => {
  const database = await openEmptyDatabase();
  const [first = ''] = migrationNames();
  await migrate(database.connection, [first]);
  await database.db.run(sql`create table used_usernames ()`);
  await expect(migrate(database.connection)).rejects.toThrow('2026-11-16-codes.sql failed');
  expect(await readNames(database)).toEqual([first]);
});

test('the checksum of each migration is recorded', async () => {
  const database = await openEmptyDatabase();
  await migrate(database.connection);
  const expected = migrationNames().map((name) => {
    const text = readFileSync(new URL(`../../migrations/${name}`, import.meta.url));
    return { name, checksum: createHash('sha256').update(text).digest('hex') };
  });
  expect(await readChecksums(database)).toEqual(expected);
});

test('an installation without checksums records them at its next start', async () => {
  const database = await openEmptyDatabase();
  const [first = '', ...later] = migrationNames();
  await migrate(database.connection, [first]);
  expect(await migrate(database.connection)).toEqual(later);
  const checksums = await readChecksums(database);
  expect(checksums).toHaveLength(migrationNames().length);
  expect(checksums.filter(({ checksum }) => checksum === null)).toEqual([]);
});

test('a migration that was edited after it ran stops the start, and nothing is migrated', async () => {
  const database = await openEmptyDatabase();
  const edited = '2026-11-16-migration-checksums.sql';
  await migrate(database.connection, [edited]);
  await database.db.run(sql`update migrations set checksum = 'of another text'`);
  const start = migrate(database.connection);
  await expect(start).rejects.toThrow(OperatorError);
  await expect(start).rejects.toThrow(`server/migrations/${edited} differs`);
  expect(await readChecksums(database)).toEqual([{ name: edited, checksum: 'of another text' }]);
});

test('a database that a newer version migrated stops the start, and nothing is migrated', async () => {
  const database = await openEmptyDatabase();
  const [first = ''] = migrationNames();
  await migrate(database.connection, [first]);
  await database.db.run(sql`insert into migrations (name) values ('9999-new.sql')`);
  const start = migrate(database.connection);
  await expect(start).rejects.toThrow(OperatorError);
  await expect(start).rejects.toThrow(
    'newer version of Lớp Xanh has migrated the database (9999-new.sql)',
  );
  expect(await readNames(database)).toEqual([first, '9999-new.sql']);
});
