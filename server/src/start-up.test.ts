import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auth } from '@lop-xanh/contract/auth';
import { site } from '@lop-xanh/contract/site';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database/database.ts';
import { migrate } from './database/migrator.ts';
import { openDiskStorage } from './storage/disk-storage.ts';
import { writeErasureRecord } from './storage/erasure-records.ts';
import { pairStorage, storageIdFile } from './storage/pairing.ts';
import { startPostgresProxy } from './testing/postgres-proxy.ts';
import {
  makeDataDir,
  runOperatorCommand,
  spawnServer,
  startServerProcess,
} from './testing/server-process.ts';
import { makeEmptyDatabase, makeTestDatabase } from './testing/test-database.ts';

const withNode = fileURLToPath(new URL('../../scripts/with-node.sh', import.meta.url));

/** A failed start prints one line without a stack trace, and exits with 1. */
async function expectStartError(environment: Record<string, string>, message: RegExp) {
  const { ended, output } = spawnServer(environment);
  expect(await ended).toBe(1);
  const lines = output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('…'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(message);
}

describe('the server fails to start with a one-line message', () => {
  test('if the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expectStartError(
      { PORT: String(port), DATA_DIR: makeDataDir() },
      new RegExp(`^Port ${port} is already in use`),
    );
    other.close();
  });

  test('if the data folder is not writable', async () => {
    const file = makeDataDir();
    writeFileSync(file, '');
    await expectStartError({ DATA_DIR: join(file, 'data') }, /^The data folder .* is not writable/);
  });

  test('if PostgreSQL does not respond', async () => {
    const DATABASE_URL = 'postgres://someone:secret@127.0.0.1:1/school';
    await expectStartError(
      { DATABASE_URL, DATA_DIR: makeDataDir() },
      /^Cannot connect to PostgreSQL at 127\.0\.0\.1:1 \(DATABASE_URL\)/,
    );
  });

  test('if PostgreSQL accepts no writes', async () => {
    const database = await makeTestDatabase(onTestFinished);
    const proxy = await startPostgresProxy(database);
    proxy.isReadOnly = true;
    const { user, password, database: name } = database.connection;
    const DATABASE_URL = `postgres://${user}:${String(password)}@127.0.0.1:${proxy.port}/${name}`;
    await expectStartError(
      { DATABASE_URL, DATA_DIR: makeDataDir() },
      /^Cannot use PostgreSQL at 127\.0\.0\.1:\d+ \(DATABASE_URL\): it is read-only\.$/,
    );
  });

  test('if a setting is invalid', async () => {
    await expectStartError({ DATA_DIR: makeDataDir(), PORT: 'eighty' }, /^The setting PORT /);
  });

  test('if the bucket does not respond', async () => {
    const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
    await expectStartError(
      { DATA_DIR: makeDataDir(), S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'anh', ...keys },
      /^The bucket anh at http:\/\/127\.0\.0\.1:1 \(S3_ENDPOINT\) cannot be used: it does not respond/,
    );
  });

  test('if another server uses the data folder, and later if it has demo accounts outside demo mode', async () => {
    const DATA_DIR = makeDataDir();
    const HOME = dirname(makeDataDir());
    const demo = await startServerProcess({ DATA_DIR, HOME, SCANNER_IDLE_MINUTES: '0' });
    // The library of the waste classifier would prepare there what it reports to its maker.
    expect(readdirSync(HOME)).toEqual([]);
    await expectStartError({ DATA_DIR }, /^Another Lớp Xanh is using/);
    demo.process.kill('SIGTERM');
    await demo.ended;
    await expectStartError({ DATA_DIR, DEMO: '0' }, /^The database contains demo accounts/);
  });

  test('if the uploads belong to another database, until the operator adopts them', async () => {
    const DATA_DIR = makeDataDir();
    const { url: DATABASE_URL, connection } = await makeEmptyDatabase();
    mkdirSync(join(DATA_DIR, 'uploads'), { recursive: true });
    writeFileSync(join(DATA_DIR, 'uploads', storageIdFile), 'another id');
    await expectStartError(
      { DATA_DIR, DATABASE_URL },
      /^The database and the uploads do not belong together: .* belongs to another database\..*npm run adopt-storage/,
    );
    const preview = await runOperatorCommand(
      { DATA_DIR, DATABASE_URL },
      'adopt-storage',
      'preview',
    );
    expect(preview).toMatchObject({ code: 0, output: expect.stringContaining('-- confirm') });
    await runOperatorCommand({ DATA_DIR, DATABASE_URL }, 'adopt-storage', 'confirm');
    const database = openDatabase(connection);
    onTestFinished(() => database.close());
    await pairStorage(database.db, openDiskStorage(DATA_DIR));
  });
});

test('a server erases again whoever a restored database has brought back', async () => {
  const DATA_DIR = makeDataDir();
  const { url: DATABASE_URL, connection } = await makeEmptyDatabase();
  const database = openDatabase(connection);
  onTestFinished(() => database.close());
  await migrate(connection);
  await database.pool.query(`
    insert into schools (school_name) values ('TH Kim Đồng');
    insert into users (school_id, role, username, password_hash, first_name)
    values (1, 'Student', 'be.an', '', 'An')`);
  const created =
    'select (extract(epoch from created_at) * 1000000)::bigint::text as at from users';
  const { rows } = await database.pool.query<{ at: string }>(created);
  await writeErasureRecord(openDiskStorage(DATA_DIR), {
    user_id: 1,
    created_at: rows[0]?.at ?? '',
    erased_at: new Date().toISOString(),
    request_id: null,
    mentions: [],
    files: [],
  });
  const server = await startServerProcess({ DATA_DIR, DATABASE_URL });
  expect(server.output()).toContain('Erasing 1 accounts again');
  const { rows: users } = await database.pool.query('select full_name from users');
  expect(users).toEqual([{ full_name: 'Đã xóa' }]);

  const dryRun = await runOperatorCommand({ DATA_DIR, DATABASE_URL }, 'retention', '--dry-run');
  expect(dryRun).toMatchObject({ code: 0, output: expect.stringContaining('0 students who left') });
  const wrong = await runOperatorCommand({ DATA_DIR, DATABASE_URL }, 'retention', '--apply');
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('Usage: ') });
});

describe('with-node.sh', () => {
  /** A PATH with only what the script needs, and a fake `node`. */
  function createPath(node?: string): string {
    const folder = join(dirname(makeDataDir()), 'bin');
    mkdirSync(folder);
    if (node) {
      writeFileSync(join(folder, 'node'), `#!/bin/sh\n${node}\n`);
      chmodSync(join(folder, 'node'), 0o755);
    }
    symlinkSync('/bin/sh', join(folder, 'sh'));
    return folder;
  }
  const runWith = (path: string) =>
    spawnSync('/bin/sh', [withNode, '--version'], { env: { PATH: path }, encoding: 'utf8' });

  test('reports a missing Node.js in one line', () => {
    const { status, stderr } = runWith(createPath());
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('needs Node.js 20.19');
  });

  const unsupported = ['12.22.0', '18.20.1', '20.18.9', '21.7.0', '22.11.0', '23.11.0'];
  test.each(unsupported)('rejects Node.js %s', (version) => {
    const { status, stderr } = runWith(createPath(`echo ${version}`));
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(version);
  });

  test.each(['20.19.0', '22.12.0', '24.0.0', '25.1.0'])('accepts Node.js %s', (version) => {
    const { status, stdout } = runWith(createPath(`echo ${version}`));
    expect(status).toBe(0);
    expect(stdout.trim()).toBe(version);
  });
});

describe('an external PostgreSQL', () => {
  test('is migrated and used without a demo, and a command creates its first Admin', async () => {
    const { url: DATABASE_URL } = await makeEmptyDatabase();
    const environment = { DATABASE_URL, DATA_DIR: makeDataDir(), LOGIN_HINT: 'Hỏi cô văn thư' };
    const { address, output } = await startServerProcess(environment);
    expect(output()).not.toContain('Demo accounts');
    const welcome = await fetch(address + site.welcome.path);
    expect(await welcome.json()).toEqual({ hint: 'Hỏi cô văn thư', demo: null });

    const created = await runOperatorCommand(environment, 'create-admin', 'hieu.truong');
    expect(created.code).toBe(0);
    const login = await fetch(address + auth.login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username: 'hieu.truong',
        password: /password (\S+)/.exec(created.output)?.[1],
      }),
    });
    expect(login.status).toBe(200);
  });
});
