import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import type { S3Config } from '../config.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { pairStorage } from '../storage/pairing.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { makeFolder } from '../testing/test-app.ts';
import { makeEmptyDatabase, makeTestDatabase, toDatabaseUrl } from '../testing/test-database.ts';
import { checkClock } from './check-clock.ts';
import { checkNode } from './check-settings.ts';
import { runDoctor } from './doctor.ts';
import { formatDuration, formatFindings } from './findings.ts';

/** A port that nothing listens on. */
const PORT = '1';

const toSettings = (bucket: S3Config) => ({
  S3_ENDPOINT: bucket.endpoint,
  S3_BUCKET: bucket.bucket,
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
});

async function examine(env: Record<string, string>) {
  const findings = await runDoctor({ PORT, ...env });
  const find = (topic: string) =>
    findings
      .filter((finding) => finding.topic === topic)
      .map(({ level, text }) => `${level} ${text}`);
  return {
    find,
    levels: new Set(findings.map(({ level }) => level)),
    text: formatFindings(findings),
  };
}

test('a sound installation has no problems while its server is not running', async () => {
  const database = await makeTestDatabase(onTestFinished);
  const DATA_DIR = makeFolder(onTestFinished);
  await pairStorage(database.db, openDiskStorage(DATA_DIR));
  const DATABASE_URL = toDatabaseUrl(database.connection);
  const { find, levels, text } = await examine({ DATA_DIR, DATABASE_URL });
  expect(levels).toEqual(new Set(['ok', 'warning']));
  expect(find('Database')).toEqual([expect.stringMatching(/^ok PostgreSQL \d+.* responds$/)]);
  expect(find('Migrations')).toEqual([expect.stringMatching(/^ok all \d+ have run$/)]);
  expect(find('Storage')).toEqual([expect.stringMatching(/^ok files can be written, read and/)]);
  expect(find('Disk')).toEqual([expect.stringMatching(/^ok \d+ MB are free/)]);
  expect(find('Clock')).toEqual(['ok it differs from that of the database by 0.0 s']);
  expect(find('Server')).toEqual([expect.stringMatching(/^warning none responds/)]);
  expect(text).toMatch(/^ok {7}Node\.js: /);
  expect(text).toMatch(/\nProblems: 0\. Warnings: \d\.$/);
});

test('a new installation is not changed', async () => {
  const { url: DATABASE_URL } = await makeEmptyDatabase();
  const DATA_DIR = join(makeFolder(onTestFinished), 'data');
  const { find } = await examine({ DATA_DIR, DATABASE_URL });
  expect(find('Migrations')).toEqual([expect.stringMatching(/^ok the database is empty/)]);
  expect(find('Storage')).toEqual([expect.stringMatching(/^ok there is no folder for uploads/)]);
  expect((await examine({ DATA_DIR })).find('Database')).toEqual([
    expect.stringMatching(/^ok there is none in .* yet/),
  ]);
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('what is wrong is named without a secret, and everything else is checked all the same', async () => {
  const s3 = await startS3Server(onTestFinished);
  await s3.stop();
  const { find, text } = await examine({
    DATA_DIR: makeFolder(onTestFinished),
    DATABASE_URL: 'postgres://truong:mat-khau-rat-dai@127.0.0.1:1/lop',
    ...toSettings(s3.config),
    MIN_FREE_DISK_MB: '1000000000',
    PUBLIC_URL: 'http://127.0.0.1:1',
  });
  expect(find('Database')).toEqual([
    expect.stringMatching(/^problem Cannot connect to PostgreSQL/),
  ]);
  expect(find('Storage')).toEqual([
    expect.stringMatching(/^problem The bucket .* does not respond/),
  ]);
  expect(find('Disk')).toEqual([expect.stringMatching(/^problem .*less than the 1000000000 MB/)]);
  expect(find('Proxy')).toEqual([
    expect.stringMatching(/^problem .*ECONNREFUSED/),
    expect.stringMatching(/^problem .*ECONNREFUSED/),
  ]);
  expect(find('Settings')).toEqual([expect.stringMatching(/^warning PUBLIC_URL is not https/)]);
  for (const secret of ['mat-khau-rat-dai', s3.config.secretAccessKey, s3.config.accessKeyId]) {
    expect(text).not.toContain(secret);
  }
});

test('the clock of the bucket and the certificate of the public URL are checked', async () => {
  const s3 = await startS3Server(onTestFinished);
  const { find } = await examine({
    DATA_DIR: makeFolder(onTestFinished),
    ...toSettings(s3.config),
    PUBLIC_URL: 'https://127.0.0.1:1',
  });
  expect(find('Clock')).toEqual([
    expect.stringMatching(/^ok it differs from that of the bucket by (0\.\d|1\.0) s$/),
  ]);
  expect(find('TLS')).toEqual([expect.stringMatching(/^problem .*ECONNREFUSED/)]);
});

test('a setting that cannot be used is the only finding besides Node.js', async () => {
  const { find, text } = await examine({ PUBLIC_URL: 'lop.example' });
  expect(find('Settings')).toEqual([expect.stringMatching(/^problem The setting PUBLIC_URL/)]);
  expect(text).toContain('→ Correct the setting that is named.');
  expect(text).toMatch(/\nProblems: 1\. Warnings: 0\.$/);
});

test('pending and unknown migrations, a read-only database and old backups are named', async () => {
  const database = await makeTestDatabase(onTestFinished);
  const { db, connection } = database;
  const settings = {
    DATA_DIR: makeFolder(onTestFinished),
    DATABASE_URL: toDatabaseUrl(connection),
  };
  await db.run(sql`delete from migrations where file = (select max(file) from migrations)`);
  expect((await examine(settings)).find('Migrations')).toEqual([
    expect.stringMatching(/^warning 1 have not run yet/),
  ]);
  await db.run(sql`insert into migrations (file) values ('2099-01-01-later.sql')`);
  expect((await examine(settings)).find('Migrations')).toEqual([
    expect.stringMatching(/^problem a newer version has migrated the database/),
  ]);
  const url = new URL(settings.DATABASE_URL);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  expect((await examine({ ...settings, DATABASE_URL: url.href })).find('Database')).toEqual([
    expect.stringMatching(/^problem .*read-only/),
  ]);
  expect((await examine(settings)).find('Backup')).toEqual(['warning there is none yet']);
  await db.run(sql`
    insert into backups (target, started_at, finished_at)
    values ('/backups', now() - interval '28 hours', now() - interval '27 hours')`);
  expect((await examine(settings)).find('Backup')).toEqual([
    'problem the last complete one is 27 hours old',
  ]);
});

test('a database that allows too few connections for a server and its backups is named', async () => {
  const { connection } = await makeTestDatabase(onTestFinished);
  const { text } = await examine({
    DATA_DIR: makeFolder(onTestFinished),
    DATABASE_URL: toDatabaseUrl(connection),
    DATABASE_POOL_SIZE: '500',
  });
  expect(text).toMatch(/Database: only \d+ more connections are possible/);
  expect(text).toContain('Each server needs 505: raise max_connections.');
});

test('missing rights are named', async () => {
  const { db, connection } = await makeTestDatabase(onTestFinished);
  const user = `stranger_${randomBytes(4).toString('hex')}`;
  await db.run(raw(`create role ${user} login password 'muaxuan27'`));
  await db.run(sql`revoke create on schema public from public`);
  onTestFinished(() => db.run(raw(`drop role ${user}`)).then(() => undefined));
  const { find } = await examine({
    DATA_DIR: makeFolder(onTestFinished),
    DATABASE_URL: toDatabaseUrl({ ...connection, user, password: 'muaxuan27' }),
  });
  expect(find('Database')).toEqual([
    expect.stringMatching(/^ok /),
    'problem the user may not create tables',
    expect.stringMatching(/^problem \d+ tables belong to another user/),
  ]);
  expect(find('Migrations')).toEqual(['problem permission denied for table migrations']);
});

test("a clock that differs from this machine's is named by how much it differs", async () => {
  const check = (aheadMs: number) => checkClock('the bucket', async () => Date.now() + aheadMs);
  expect((await check(1_000))[0]?.level).toBe('ok');
  expect((await check(10_000))[0]?.level).toBe('warning');
  expect((await check(-3_600_000))[0]?.level).toBe('problem');
  expect((await check(3_600_000))[0]?.level).toBe('problem');
});

test.each([
  ['20.18.3', 'warning'],
  ['20.19.0', 'ok'],
  ['21.7.0', 'warning'],
  ['22.11.0', 'warning'],
  ['22.12.0', 'ok'],
  ['23.9.0', 'warning'],
  ['24.0.0', 'ok'],
])('Node.js %s gives %s', (version, level) => {
  expect(checkNode(version)).toMatchObject([{ level }]);
});

test.each([
  [1, '1 second'],
  [119, '119 seconds'],
  [3_600, '60 minutes'],
  [97_200, '27 hours'],
  [400_000, '5 days'],
])('%i seconds are written as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
