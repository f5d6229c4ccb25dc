import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { insertRows } from '../database/insert-rows.ts';
import { locks, runIfUnlocked } from '../database/locks.ts';
import { listFiles } from '../storage/disk-storage.ts';
import { adoptStorage } from '../storage/pairing.ts';
import type { Storage } from '../storage/storage.ts';
import { addTwoSchools, insertRow } from '../testing/fixtures.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { makeFolder, makeTestStorage } from '../testing/test-app.ts';
import { makeTestDatabase, openEmptyDatabase } from '../testing/test-database.ts';
import { type BackupConfig, parseTarget } from './backup-config.ts';
import { openTarget, type TargetStorage } from './backup-target.ts';
import { readBackupAge, readBackupState } from './backups.queries.ts';
import { createEncrypter, readIdentities } from './encryption.ts';
import { openBackup } from './open-backup.ts';
import { pruneRepository } from './prune-repository.ts';
import { openRepositoryBackup } from './read-repository.ts';
import { findBackups, listNames, markerFile, toName } from './repository.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { runBackup } from './run-backup.ts';
import { takeBackup } from './take-backup.ts';
import { addToRepository } from './write-repository.ts';

const database = await makeTestDatabase();
const { db } = database;
const { ours } = await addTwoSchools(database);
const storage = makeTestStorage();
await adoptStorage(db, storage);

const identityFile = join(makeFolder(), 'key.txt');
const identity = await generateX25519Identity();
writeFileSync(identityFile, `# public key\n\n${identity}\n`);
const recipients = [await identityToRecipient(identity)];
const encrypter = createEncrypter(recipients);
const { config: s3, uploads } = await startS3Server();
const keep = { days: 7, weeks: 4, months: 12 };
const dayMs = 24 * 3_600_000;

const makeConfig = (target = makeFolder(onTestFinished)): BackupConfig & { target: string } => ({
  target,
  recipients,
  at: '02:00',
  keep,
  s3,
});
const open = ({ target, s3 }: BackupConfig) => openTarget(parseTarget(target as string, s3));
const listBackups = async (config: BackupConfig) =>
  findBackups(await listNames(await open(config)));
/** Uploads that are stored, by the backup that wrote them. */
const listUploads = async (config: BackupConfig) =>
  [...(await listNames(await open(config)))].filter((name) => name.includes('/uploads/'));

async function addPhoto(): Promise<string> {
  const file = `aa/${randomBytes(8).toString('hex')}.webp`;
  await storage.write(file, Readable.from([randomBytes(5_000)]));
  const postId = await insertRow(db, 'posts', {
    school_id: ours.schoolId,
    author_id: ours.teacher.id,
    title: 'Vườn trường',
    content: 'Cây bàng 🌱',
  });
  const details = { mime: 'image/webp', filename: 'ảnh.jpg', bytes: 5_000, position: 0 };
  await db.run(
    insertRows('attachments', [{ ...details, school_id: ours.schoolId, post_id: postId, file }]),
  );
  return file;
}

async function readAll(files: Storage, name: string): Promise<Buffer> {
  return buffer((await files.open(name))?.content as Readable);
}

beforeEach(async () => {
  await db.run(sql`delete from attachments`);
  await db.run(sql`delete from backups`);
});

/** Adds a backup as if it were made at that moment. */
async function addBackupAt(target: TargetStorage, takenAt: Date): Promise<string> {
  const writer = await addToRepository(target, encrypter, takenAt);
  await takeBackup(database, storage, writer);
  return writer.name;
}

describe.each(['a folder', 'a bucket'])('in %s', (kind) => {
  const makeTarget = () =>
    makeConfig(
      kind === 'a bucket' ? `s3://${s3.bucket}/${randomBytes(4).toString('hex')}` : undefined,
    );

  test('a file is written once, and every backup restores all of them', async () => {
    const config = makeTarget();
    const target = await open(config);
    await target.write(markerFile, Readable.from([Buffer.from('new')]));
    const first = await addPhoto();
    const older = await addBackupAt(target, new Date(Date.now() - dayMs));
    const second = await addPhoto();
    const report = await runBackup(database, storage, config);
    expect(report).toMatchObject({ problems: [], description: expect.stringContaining('2 files') });
    const newer = (await listBackups(config)).at(-1);
    expect((await listUploads(config)).toSorted()).toEqual([
      `${older}/uploads/${first}.age`,
      `${newer}/uploads/${second}.age`,
    ]);

    for (const [name, files] of [
      [older, [first]],
      [undefined, [first, second]],
    ] as const) {
      const backup = await openBackup(config.target, config, {
        identity: identityFile,
        backup: name,
      });
      await checkBackup(backup);
      const copy = await openEmptyDatabase();
      const copiedFiles = makeTestStorage(onTestFinished);
      await restoreBackup(copy, copiedFiles, backup);
      for (const file of files) {
        expect(await readAll(copiedFiles, file)).toEqual(await readAll(storage, file));
      }
      const titles = await copy.db.values(
        z.string(),
        sql`select title from posts join attachments on post_id = posts.id`,
      );
      expect(titles).toHaveLength(files.length);
    }
    const [sizes] = await db.many(
      z.object({ size: z.number(), written: z.number(), files: z.number(), error: z.null() }),
      sql`select size, written, files, error from backups order by id desc limit 1`,
    );
    expect(sizes?.files).toBe(2);
    expect((sizes?.size ?? 0) - (sizes?.written ?? 0)).toBeGreaterThanOrEqual(5_000);
  });

  test('deleting old backups keeps what newer ones need, and everything that is not ours', async () => {
    const config = makeTarget();
    const target = await open(config);
    const now = Date.now();
    const kept = await addPhoto();
    const dropped = await addPhoto();
    const old = await addBackupAt(target, new Date(now - 2 * dayMs - 1));
    await db.run(sql`delete from attachments where file = ${dropped}`);
    const recent = await addBackupAt(target, new Date(now - dayMs - 1));
    const foreign = ['thư.txt', `${old}/ghi-chú.txt`, `${old}/uploads/aa/anh.webp`];
    for (const name of foreign) await target.write(name, Readable.from([Buffer.from('x')]));
    // Of a server that was killed, and of one that still runs.
    const abandoned = `${toName(new Date(now - 2 * dayMs))}/tables/users.jsonl.gz.age`;
    const running = `${toName(new Date(now))}/tables/users.jsonl.gz.age`;
    for (const name of [abandoned, running])
      await target.write(name, Readable.from([Buffer.from('x')]));

    expect(await pruneRepository(target, { days: 1, weeks: 0, months: 0 })).toEqual([old]);
    const names = await listNames(target);
    expect(findBackups(names)).toEqual([recent]);
    const left = [...names].filter((name) => !name.startsWith(recent));
    expect(left.toSorted()).toEqual([`${old}/uploads/${kept}.age`, running, ...foreign].toSorted());
    await checkBackup(await openRepositoryBackup(target, await readIdentities(identityFile)));
  });
});

test('nothing readable is left in the target', async () => {
  const config = makeConfig();
  await addPhoto();
  await runBackup(database, storage, config);
  for await (const name of listFiles(config.target)) {
    if (name === markerFile || name.endsWith('/index.json')) continue;
    expect(name).toMatch(/\.age$/);
  }
  const expectRejection = (options: { identity?: string }, message: RegExp) =>
    expect(openBackup(config.target, config, options)).rejects.toThrow(message);
  await expectRejection({}, /are encrypted: give the private key/);
  const other = join(makeFolder(onTestFinished), 'other.txt');
  await expectRejection({ identity: other }, /cannot be read/);
  writeFileSync(other, 'age-encryption.org/v1\n');
  await expectRejection({ identity: other }, /is not an identity of age/);
  writeFileSync(other, await generateX25519Identity());
  await expectRejection({ identity: other }, /encrypted to another key/);
});

describe('a damaged backup', () => {
  const damages: [string, RegExp, (path: string) => void][] = [
    ['changed table', /tables\/users/, (path) => appendFileSync(path, 'x')],
    ['changed photo', /uploads\/aa/, (path) => appendFileSync(path, 'x')],
    [
      'photo that was replaced by another object',
      /uploads\/aa/,
      (path) => copyFileSync(join(path, '../../../manifest.json.age'), path),
    ],
    ['truncated photo', /uploads\/aa/, (path) => writeFileSync(path, '')],
    ['missing photo', /uploads\/aa/, (path) => rmSync(path)],
    ['missing table', /tables\/posts\.jsonl/, (path) => rmSync(path)],
  ];
  test.each(damages)('with a %s is rejected', async (_, pattern, damage) => {
    const config = makeConfig();
    await addPhoto();
    await runBackup(database, storage, config);
    const names = [...(await listNames(await open(config)))];
    const name = names.find((listed) => pattern.test(listed)) as string;
    damage(join(config.target, name));
    const check = async () =>
      checkBackup(await openBackup(config.target, config, { identity: identityFile }));
    await expect(check()).rejects.toThrow(/is damaged: .* does not match/);
  });

  test('is found by the following ones, which store the file again', async () => {
    const config = makeConfig();
    const target = await open(config);
    const file = await addPhoto();
    const now = Date.now();
    const first = await addBackupAt(target, new Date(now - 40 * dayMs));
    appendFileSync(join(config.target, `${first}/uploads/${file}.age`), 'x');
    const found: number[] = [];
    for (let day = 0; day < 30; day += 1) {
      const writer = await addToRepository(target, encrypter, new Date(now - (39 - day) * dayMs));
      if (writer.damaged.length > 0) found.push(day);
    }
    expect(found).toHaveLength(1);

    const moment = new Date(now - (39 - (found[0] ?? 0)) * dayMs + 1);
    const writer = await addToRepository(target, encrypter, moment);
    const { files } = await takeBackup(database, storage, writer);
    expect(files[file]?.storedBy).toBe(writer.name);
    // What is missing is noticed at once.
    rmSync(join(config.target, `${writer.name}/uploads/${file}.age`));
    expect((await addToRepository(target, encrypter)).damaged).toEqual([
      `${writer.name}/uploads/${file}.age`,
    ]);
  });

  test('does not prevent the next one, and nothing is deleted as long as it is unclear what is needed', async () => {
    const config = makeConfig();
    await addPhoto();
    await runBackup(database, storage, config);
    const [today = ''] = await listBackups(config);
    const yesterday = await addBackupAt(await open(config), new Date(Date.now() - dayMs));
    for (const name of [today, yesterday])
      writeFileSync(join(config.target, name, 'index.json'), '{');
    const before = await listNames(await open(config));
    const report = await runBackup(database, storage, config);
    expect(report?.problems).toEqual([
      expect.stringContaining(`${today}/index.json is missing or damaged`),
      expect.stringContaining(`${yesterday}/index.json is missing or damaged`),
      expect.stringMatching(
        `Old backups could not be deleted: The backup ${yesterday} .* cannot be read`,
      ),
    ]);
    const after = await listNames(await open(config));
    expect([...before].filter((name) => !after.has(name))).toEqual([]);
    await checkBackup(await openBackup(config.target, config, { identity: identityFile }));
  });
});

test('parts of a file that a killed server left in the bucket are deleted after a day', async () => {
  const config = makeConfig(`s3://${s3.bucket}/kill`);
  const addPart = (id: string, name: string, days: number) =>
    uploads.set(id, { name, startedAt: new Date(Date.now() - days * dayMs), parts: [] });
  const table = '2026-11-01T19-00-00-000Z/tables/posts.jsonl.gz.age';
  addPart('old', `kill/${table}`, 2);
  addPart('young', `kill/${table}`, 0.5);
  addPart('elsewhere', `khac/${table}`, 2);
  addPart('foreign', 'kill/2026.tar', 2);
  await runBackup(database, storage, config);
  expect([...uploads.keys()]).toEqual(['young', 'elsewhere', 'foreign']);
  uploads.clear();
});

describe('a backup that fails', () => {
  test('does not count, is recorded with its reason, and the next one succeeds', async () => {
    const config = makeConfig();
    await addPhoto();
    await runBackup(database, storage, config);
    const before = await listBackups(config);
    const unreadable = {
      ...storage,
      open: async () => Promise.reject(new Error('EIO: broken disk')),
    };
    await addPhoto();
    await expect(runBackup(database, unreadable, config)).rejects.toThrow('EIO');
    expect(await listBackups(config)).toEqual(before);
    const errors = await db.values(
      z.string().nullable(),
      sql`select error from backups order by id`,
    );
    expect(errors).toEqual([null, 'EIO: broken disk']);
    await runBackup(database, storage, config);
    expect(await listBackups(config)).not.toEqual(before);
    expect(await readBackupAge(db)).toBeLessThan(60);
  });

  test('is not counted when what is stored is not what was written', async () => {
    const config = makeConfig();
    const target = await open(config);
    await addPhoto();
    const forgetful: TargetStorage = {
      ...target,
      async write(name, content) {
        await target.write(name, content);
        if (name.includes('/uploads/')) appendFileSync(join(config.target, name), 'x');
      },
    };
    await expect(addBackupAt(forgetful, new Date())).rejects.toThrow(/is not what was written/);
    const losing: TargetStorage = {
      ...target,
      async write(name, content) {
        await target.write(name, content);
        // Another server takes this one for dead.
        if (name.endsWith('index.json'))
          await target.delete(name.replace('index', 'manifest') + '.age');
      },
    };
    await expect(addBackupAt(losing, new Date())).rejects.toThrow(/disappeared/);
    expect(await listBackups(config)).toEqual([]);
  });

  test('because a disk fails says so in one sentence', async () => {
    const config = makeConfig();
    await runBackup(database, storage, config);
    await addPhoto();
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
    });
    const content = () =>
      new Readable({
        read() {
          this.destroy(full);
        },
      });
    const range = { first: 0, last: 0 };
    const failing = { ...storage, open: async () => ({ size: 1, range, content: content() }) };
    const message = `The backup into ${config.target} failed: ENOSPC: no space left on device, write.`;
    await expect(runBackup(database, failing, config)).rejects.toThrow(message);
  });

  test('because the bucket is missing says so', async () => {
    const config = makeConfig('s3://khong-co/backups');
    await expect(runBackup(database, storage, config)).rejects.toThrow(
      /khong-co .* cannot be used/,
    );
    expect(await db.value(z.string(), sql`select error from backups`)).toMatch(/cannot be used/);
  });
});

test.each([
  [[], /Missing setting: BACKUP_RECIPIENT/],
  [[recipients[0]?.slice(0, -1) ?? ''], /is not a public key of age/],
])('with the public keys %j nothing is written', async (wrong, message) => {
  const config = { ...makeConfig(), recipients: wrong };
  await expect(runBackup(database, storage, config)).rejects.toThrow(message);
  expect(readdirSync(config.target)).toEqual([]);
});

describe('a target', () => {
  const run = (config: BackupConfig) => runBackup(database, storage, config);

  test('is never created, because its disk may not be mounted', async () => {
    const config = makeConfig(join(makeFolder(onTestFinished), 'disk'));
    await expect(run(config)).rejects.toThrow(/There is no folder .*\/disk for backups/);
    expect(existsSync(config.target)).toBe(false);
  });

  test('that has lost its backups is refused until the operator says that it is new', async () => {
    const config = makeConfig();
    await run(config);
    for (const name of readdirSync(config.target))
      rmSync(join(config.target, name), { recursive: true });
    await expect(run(config)).rejects.toThrow(/no longer there: check that the disk is mounted/);
    expect(readdirSync(config.target)).toEqual([]);
    writeFileSync(join(config.target, markerFile), 'new\n');
    await run(config);
    expect(await listBackups(config)).toHaveLength(1);
  });

  test('of another installation or with other files is refused', async () => {
    const config = makeConfig();
    await run(config);
    await adoptStorage(db, storage);
    await expect(run(config)).rejects.toThrow(/belong to another installation/);
    const used = makeConfig();
    writeFileSync(join(used.target, 'thư.txt'), 'x');
    await expect(run(used)).rejects.toThrow(/There are other files/);
    expect(readdirSync(used.target)).toEqual(['thư.txt']);
  });
});

test('only one backup runs at a time', async () => {
  const config = makeConfig();
  await runIfUnlocked(db, locks.backup, async () => {
    expect(await runBackup(database, storage, config)).toBeUndefined();
  });
  expect(readdirSync(config.target)).toEqual([]);
});

test('what a wrong clock has dated into the future does not count as a backup', async () => {
  await db.run(sql`
    insert into backups (target, started_at, finished_at) values
      ('/backups', now() + interval '3 years', now() + interval '3 years'),
      ('/backups', now() - interval '30 hours', now() - interval '29 hours'),
      ('/backups', now() - interval '2 hours', null)`);
  const { good_since, good, last, now } = await readBackupState(db);
  const hoursAgo = (moment: string | null) =>
    Math.round((Date.parse(now) - Date.parse(moment as string)) / 3_600_000);
  expect([good_since, good, last].map(hoursAgo)).toEqual([29, 30, 2]);
  expect(await readBackupAge(db)).toBeCloseTo(29 * 3600, -2);
});

test('the storage of a backup of several days holds no empty folders', async () => {
  const config = makeConfig();
  const target = await open(config);
  await addPhoto();
  const old = await addBackupAt(target, new Date(Date.now() - 3 * dayMs));
  await db.run(sql`delete from attachments`);
  await addBackupAt(target, new Date(Date.now() - dayMs));
  await pruneRepository(target, { days: 1, weeks: 0, months: 0 });
  expect(readdirSync(config.target)).not.toContain(old);
});
