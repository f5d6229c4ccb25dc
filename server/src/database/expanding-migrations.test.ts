import { expect, test } from 'vitest';
import { readCatalog } from '../testing/catalog.ts';
import { listContractions } from '../testing/contractions.ts';
import { makeTestDatabase, openEmptyDatabase } from '../testing/test-database.ts';
import { MigrationFiles } from './migration-files.ts';
import { migrate } from './migrator.ts';

const files = new MigrationFiles();

test('a migration that says that it only adds does only that', async () => {
  const { db, connection } = await openEmptyDatabase();
  const contracting: string[] = [];
  let catalog: string[] = [];
  for (const name of files.names) {
    await migrate(connection, { names: [name], isShared: false });
    const next = await readCatalog(db);
    const contractions = listContractions(catalog, next);
    catalog = next;
    if (contractions.length > 0) contracting.push(name);
    if (files.isExpanding(name)) expect([name, contractions]).toEqual([name, []]);
  }
  // The check sees that some rename and drop, and that others do not.
  expect(contracting).toContain('2026-11-16-vocabulary.sql');
  expect(contracting).toContain('2026-12-01-newer-schema.sql');
  expect(contracting).not.toContain('2026-11-26-backups.sql');
});

const database = await makeTestDatabase();

/** The contractions of some statements. */
async function check(statements: string): Promise<string[]> {
  const { db, pool } = database;
  const before = await readCatalog(db);
  await pool.query(statements);
  return listContractions(before, await readCatalog(db));
}

test.each([
  'create table trees (id int generated always as identity primary key, kind text not null check (length(kind) > 0))',
  'create table grows (user_id int not null references users on delete cascade, at date unique)',
  'alter table posts add column colour text',
  `alter table posts add column shade text not null default 'light'`,
  `alter table posts add column light text check (light in ('sun', 'moon')) default 'sun'`,
  'alter table posts add column number int generated always as identity',
  'alter table posts add column tree_id int references users on delete set null',
  'alter table posts add column token text unique',
  'create index on posts (title)',
  'create view titles as select title from posts',
  'create function grow() returns int language sql as $$ select 1 $$',
])('only adds: %s', async (statements) => {
  expect(await check(statements)).toEqual([]);
});

test.each([
  'alter table posts rename column title to heading',
  'alter table comments rename to remarks',
  'drop table import_columns',
  'alter table likes add column weight int not null',
  'alter table users add check (length(full_name) < 90)',
  'alter table users add constraint one_name unique (school_id, full_name, id)',
  'create unique index on users (id, username)',
  'create table holds (user_id int not null references users)',
  'alter table users alter column email type varchar(50)',
  'alter table users alter column email set not null',
  'create function stop() returns trigger language plpgsql as $$ begin return null; end $$; create trigger stop before insert on users for each row execute function stop()',
])('does not only add: %s', async (statements) => {
  expect(await check(statements)).not.toEqual([]);
});
