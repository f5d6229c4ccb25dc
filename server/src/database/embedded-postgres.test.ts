import {
  appendFileSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeDataDir, readPostgresPid } from '../testing/server-process.ts';
import { makeTestLog } from '../testing/test-log.ts';
import {
  attachToEmbeddedPostgres,
  canConnect,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
import { ensureDatabaseFolder } from './postgres-files.ts';
import { ensurePostgresUser, findUser, type SystemUser } from './system-user.ts';

const isRoot = process.getuid?.() === 0;

function createDataDir(): string {
  const dataDir = makeDataDir();
  mkdirSync(dataDir);
  return dataDir;
}

async function startCluster(dataDir: string, log = makeTestLog(), user?: SystemUser) {
  const cluster = await startEmbeddedPostgres(dataDir, {}, log, user);
  onTestFinished(() => cluster.stop());
  return cluster;
}

test('a cluster with an empty control file fails at once, with the error of PostgreSQL', async () => {
  const dataDir = createDataDir();
  const controlFile = join(dataDir, 'database', 'cluster', 'global', 'pg_control');
  const postgresError = /could not read file "global\/pg_control": read 0 of/;
  const log = makeTestLog();
  const cluster = await startCluster(dataDir, log);
  const before = readPostgresPid(dataDir) as number;
  copyFileSync(controlFile, join(dataDir, 'kept'));
  truncateSync(controlFile);
  process.kill(before, 'SIGKILL');
  await expect.poll(() => log.lines).toHaveLength(2);
  expect(log.lines).toEqual([
    { message: 'PostgreSQL exited unexpectedly and is being restarted', error: expect.any(String) },
    { message: 'PostgreSQL could not be restarted', error: expect.stringMatching(postgresError) },
  ]);
  copyFileSync(join(dataDir, 'kept'), controlFile);
  await expect.poll(() => canConnect(cluster.connection)).toBe(true);
  expect(readPostgresPid(dataDir)).not.toBe(before);

  await cluster.stop();
  truncateSync(controlFile);
  await expect(startCluster(dataDir)).rejects.toThrow(postgresError);
});

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('the app owns its database, and has no rights beyond it', async () => {
  const cluster = await startCluster(createDataDir());
  const app = await connect(cluster.connection);
  await app.query('create table notes (note text)');
  const refused = [
    'create role another superuser',
    'alter role lop_xanh_app superuser',
    "set session_replication_role = 'replica'",
    "copy notes from program 'id'",
    "select pg_read_file('/etc/passwd')",
    "alter system set log_statement = 'all'",
    'create database another',
    'set role lop_xanh',
  ];
  const errors: string[] = [];
  for (const statement of refused)
    await app.query(statement).catch(({ message }: Error) => errors.push(message));
  expect(errors).toEqual(refused.map(() => expect.stringContaining('permission denied')));
});

test('a database that an earlier version made as the superuser is handed over to the app', async () => {
  const dataDir = createDataDir();
  const cluster = await startCluster(dataDir);
  const superuser = new pg.Client(cluster.superuser);
  await superuser.connect();
  await superuser.query(`
    alter database postgres owner to lop_xanh;
    drop role lop_xanh_app;
    create table notes (id int generated always as identity, note text);
    create view newest as select max(id) from notes;
    create function find_note() returns text language sql as 'select note from notes';
    create collation sorted (provider = icu, locale = 'vi');
    insert into notes (note) values ('kept')`);
  await superuser.end();
  // A command of this version beside a server of the earlier one.
  const attached = await connect((await attachToEmbeddedPostgres(dataDir)).connection);
  expect((await attached.query('select note from notes')).rows).toEqual([{ note: 'kept' }]);
  await attached.end();
  await cluster.stop();

  const app = await connect((await startCluster(dataDir)).connection);
  await app.query(`insert into notes (note) values ('new')`);
  await app.query('alter table notes add more text');
  await app.query('create or replace view newest as select max(id) from notes');
  await app.query('alter collation sorted rename to sorted_names');
  await app.query('alter function find_note() rename to find_first');
  expect((await app.query('select find_first() as note')).rows).toEqual([{ note: 'kept' }]);
  expect((await app.query('select * from newest')).rows).toEqual([{ max: 2 }]);
});

test("PostgreSQL's log names a violated constraint, but not the row", async () => {
  const dataDir = createDataDir();
  const { connection } = await startCluster(dataDir);
  const client = await connect(connection);
  await client.query('create table emails (email text constraint unique_email unique)');
  const insert = () => client.query('insert into emails values ($1)', ['me.an@example.vn']);
  await insert();
  await expect(insert()).rejects.toThrow('unique_email');
  const log = readFileSync(join(dataDir, 'database', 'postgres.log'), 'utf8');
  expect(log).toContain('unique_email');
  expect(log).not.toContain('me.an@example.vn');
});

test("PostgreSQL's log is rotated at the start and while it runs", async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const dataDir = createDataDir();
  const folder = ensureDatabaseFolder(dataDir, ensurePostgresUser());
  const file = join(folder, 'postgres.log');
  const spam = `${'x'.repeat(1023)}\n`.repeat(9 * 1024);
  const maxBytes = 8 * 1024 * 1024;
  const maxSize = () => Math.max(statSync(file).size, statSync(`${file}.1`).size);
  writeFileSync(file, `${spam}${spam}the end of an old log\n`);

  await startCluster(dataDir);
  expect(maxSize()).toBeLessThanOrEqual(maxBytes);
  expect(readFileSync(`${file}.1`, 'utf8').endsWith('the end of an old log\n')).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain('database system is ready to accept connections');

  appendFileSync(file, `${spam}the end of a new log\n`);
  vi.advanceTimersByTime(60_000);
  expect(maxSize()).toBeLessThanOrEqual(maxBytes);
  expect(readFileSync(`${file}.1`, 'utf8').endsWith('the end of a new log\n')).toBe(true);
});

describe('a command run by root on the database of an ordinary user', () => {
  // Without root we cannot switch users: then both are the same user, and no owner can change anyway.
  const ordinaryUser = isRoot ? findUser('nobody') : undefined;
  const listOwners = (dataDir: string) =>
    ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]
      .toSorted()
      .map((name) => `${name} ${lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.uid}`);

  test('connects to the running database, changes no owner, and does not start a stopped one', async () => {
    expect(ordinaryUser === undefined).toBe(!isRoot);
    const dataDir = createDataDir();
    const cluster = await startCluster(dataDir, makeTestLog(), ordinaryUser);
    const { uid } = statSync(join(dataDir, 'database', 'socket'));
    expect(uid).toBe(isRoot ? ordinaryUser?.uid : process.getuid?.());
    const [ownersBefore, pid] = [listOwners(dataDir), readPostgresPid(dataDir)];
    const attached = await attachToEmbeddedPostgres(dataDir);
    expect(await canConnect(attached.connection)).toBe(true);
    await attached.stop();
    expect([listOwners(dataDir), readPostgresPid(dataDir)]).toEqual([ownersBefore, pid]);

    await cluster.stop();
    const ownersWhenStopped = listOwners(dataDir);
    const startedAlone = attachToEmbeddedPostgres(dataDir).then((started) => started.stop());
    const message =
      /^The database in .* belongs to the system user nobody: run this command as the user/;
    if (isRoot) await expect(startedAlone).rejects.toThrow(message);
    else await startedAlone;
    expect(listOwners(dataDir).filter((owner) => !ownersWhenStopped.includes(owner))).toEqual([]);
  });
});
