import { createHash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import { makeFolder } from '../testing/test-app.ts';
import { makeEmptyDatabase, openEmptyDatabase } from '../testing/test-database.ts';
import { listAppliedMigrations } from './applied-migrations.queries.ts';
import type { Database } from './database.ts';
import { locks } from './locks.ts';
import { expandingLine, MigrationFiles, migrationNames } from './migration-files.ts';
import { migrate } from './migrator.ts';

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

const migration = z.object({ file: z.string(), checksum: z.string().nullable() });
const readChecksums = ({ db }: Database) =>
  db.many(migration, sql`select file, checksum from migrations order by file`);
const readNames = ({ db }: Database) => listAppliedMigrations(db);

test('a migration that fails undoes those that ran before it', async () => {
  const database = await openEmptyDatabase();
  const [first = ''] = migrationNames();
  await migrate(database.connection, { names: [first] });
  await database.db.run(sql`create table used_usernames ()`);
  await expect(migrate(database.connection)).rejects.toThrow('2026-11-16-codes.sql failed');
  expect(await readNames(database)).toEqual([first]);
});

test('a database of this version stops the start of 0.1.0, which does not notice that it is newer', async () => {
  const database = await openEmptyDatabase();
  await migrate(database.connection);
  // Its first statement, before it runs migrations of its own.
  const start = database.db.run(sql`select name from migrations`);
  await expect(start).rejects.toThrow('column "name" does not exist');
});

test('the checksum of each migration is recorded', async () => {
  const database = await openEmptyDatabase();
  await migrate(database.connection);
  const expected = migrationNames().map((name) => {
    const text = readFileSync(new URL(`../../migrations/${name}`, import.meta.url));
    return { file: name, checksum: createHash('sha256').update(text).digest('hex') };
  });
  expect(await readChecksums(database)).toEqual(expected);
});

test('an installation without checksums records them at its next start', async () => {
  const database = await openEmptyDatabase();
  const [first = '', ...later] = migrationNames();
  await migrate(database.connection, { names: [first] });
  expect(await migrate(database.connection)).toEqual(later);
  const checksums = await readChecksums(database);
  expect(checksums).toHaveLength(migrationNames().length);
  expect(checksums.filter(({ checksum }) => checksum === null)).toEqual([]);
});

test('a migration that was edited after it ran stops the start, and nothing is migrated', async () => {
  const database = await openEmptyDatabase();
  const edited = '2026-11-16-migration-checksums.sql';
  await migrate(database.connection, { names: [edited] });
  await database.db.run(sql`update migrations set checksum = 'of another text'`);
  const start = migrate(database.connection);
  await expect(start).rejects.toThrow(OperatorError);
  await expect(start).rejects.toThrow(`server/migrations/${edited} differs`);
  expect(await readNames(database)).toEqual([edited]);
});

test('a database that a newer version migrated stops the start, and nothing is migrated', async () => {
  const database = await openEmptyDatabase();
  const [first = ''] = migrationNames();
  await migrate(database.connection, { names: [first] });
  await database.db.run(sql`insert into migrations (name) values ('9999-new.sql')`);
  const start = migrate(database.connection);
  await expect(start).rejects.toThrow(OperatorError);
  await expect(start).rejects.toThrow(
    'newer version of Lớp Xanh has migrated the database (9999-new.sql)',
  );
  expect(await readNames(database)).toEqual([first, '9999-new.sql']);
});

test.each([
  ['an advisory lock', `select pg_advisory_lock(${locks.migration})`],
  ['a table', 'begin; lock table users'],
])('a migration that waits for %s says who holds it, and gives up', async (_, statement) => {
  const database = await openEmptyDatabase();
  const [first = ''] = migrationNames();
  await migrate(database.connection, { names: [first] });
  const holder = new pg.Client({ ...database.connection, application_name: 'somebody else' });
  await holder.connect();
  await holder.query(statement);
  const reports: string[] = [];
  const report = (text: string) => void reports.push(text);
  const start = migrate(database.connection, { report, timeoutMs: 3_000 });
  await expect(start).rejects.toThrow(OperatorError);
  await expect(start).rejects.toThrow(/after 3 seconds .* \(process \d+, somebody else, since /);
  expect(reports).toEqual([expect.stringMatching(/^Waiting for a lock .*somebody else/)]);
  expect(await readNames(database)).toEqual([first]);
  await holder.end();
  expect(await migrate(database.connection)).not.toEqual([]);
});

test('an upgrade waits until other servers have stopped, and gives up if they go on', async () => {
  const database = await openEmptyDatabase();
  const [first = ''] = migrationNames();
  await migrate(database.connection, { names: [first] });
  const server = new pg.Client({ ...database.connection, application_name: 'lop-xanh' });
  await server.connect();
  const reports: string[] = [];
  const report = (text: string) => void reports.push(text);
  const start = (timeoutMs: number) =>
    migrate(database.connection, {
      report,
      timeoutMs,
      onUpgrade: async () => report('an upgrade'),
    });

  await expect(start(500)).rejects.toThrow(/after 0.5 seconds other servers still used it/);
  expect(await readNames(database)).toEqual([first]);
  const upgrade = start(60_000);
  await expect.poll(() => reports).toHaveLength(4);
  await server.end();
  expect(await upgrade).toHaveLength(migrationNames().length - 1);
  const waiting = expect.stringMatching(/^Waiting until the other servers have stopped/);
  expect(reports).toEqual(['an upgrade', waiting, 'an upgrade', waiting]);

  // Nothing is pending any more, so that a restart does not wait for the others.
  const other = new pg.Client({ ...database.connection, application_name: 'lop-xanh' });
  await other.connect();
  expect(await start(500)).toEqual([]);
  expect(reports).toHaveLength(4);
  await other.end();
});

describe('a migration that only adds', () => {
  const name = '2999-01-01-tree.sql';
  const addColumn = 'alter table posts add column tree text;';

  /** The migrations of a version after this one, and a database of this one that a server uses. */
  async function makeNextVersion(...later: string[]) {
    const folder = makeFolder(onTestFinished);
    cpSync(fileURLToPath(new URL('../../migrations', import.meta.url)), folder, {
      recursive: true,
    });
    writeFileSync(join(folder, name), `${expandingLine}\n${addColumn}`);
    for (const each of later) writeFileSync(join(folder, each), 'select 1;');
    const database = await openEmptyDatabase();
    await migrate(database.connection);
    const connect = async (application_name: string) => {
      const client = new pg.Client({ ...database.connection, application_name });
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    };
    const server = await connect('lop-xanh');
    return { files: new MigrationFiles(folder), database, server, connect };
  }

  test('runs beside servers of the version before, which then cannot be started again', async () => {
    const { files, database, server } = await makeNextVersion();
    const onUpgrade = () => Promise.reject(new Error('Nobody has to wait'));
    expect(await migrate(database.connection, { files, onUpgrade })).toEqual([name]);
    await server.query('select title from posts');
    await expect(migrate(database.connection)).rejects.toThrow(`newer version of Lớp Xanh`);
  });

  test('waits for the others together with one that does more', async () => {
    const later = '2999-01-02-more.sql';
    const { files, database, server } = await makeNextVersion(later);
    const start = migrate(database.connection, { files, timeoutMs: 500 });
    await expect(start).rejects.toThrow('other servers still used it');
    await server.end();
    expect(await migrate(database.connection, { files })).toEqual([name, later]);
  });

  test('lets requests pass while it waits for a table that somebody reads', async () => {
    const { files, database, server, connect } = await makeNextVersion();
    const backup = await connect('a long backup');
    await backup.query('begin; select from posts');
    const reports: string[] = [];
    const report = (text: string) => void reports.push(text);
    const upgrade = migrate(database.connection, { files, report });
    await expect.poll(() => reports).toHaveLength(1);
    expect(reports[0]).toMatch(/^Waiting for a lock .*a long backup/);
    await server.query('select title from posts');
    await backup.query('commit');
    expect(await upgrade).toEqual([name]);
  });
});
