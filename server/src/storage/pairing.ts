import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { takeStartLock } from '../database/locks.ts';
import { describeCommand } from '../lib/command-line.ts';
import { OperatorError } from '../operator-error.ts';
import { isFileName, type Storage } from './storage.ts';

/*
 * A database and a storage belong together if both hold the same id: the database in `secrets`, the
 * storage in a small file. This protects a full storage from an older or empty database, and a school's
 * bucket from a copy of its database, which would write and delete files there.
 */

/** The name tells an operator who finds the file what it is. */
export const storageIdFile = 'lop-xanh-storage-id.txt';
/** Stands in that file between the id and the backup, until a restore is done. */
export const restoringMark = ' while restoring ';
const probeFile = 'lop-xanh-write-test.txt';
const sampleSize = 20;
const maxNamesRead = 1_000;
/** The server starts on a full disk: only uploads fail then. */
const diskFullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Pairs a new storage with the database, and fails if the storage belongs to another database. */
export async function pairStorage(db: Db, storage: Storage): Promise<void> {
  await withPairingLock(db, async () => {
    const { databaseId, storageId } = await readIds(db, storage);
    if (storageId === undefined) {
      await assertFilesMatch(db, storage);
      await writeIds(db, storage, databaseId ?? newStorageId());
    } else if (storageId.includes(restoringMark)) {
      throw new OperatorError(
        `A backup was not completely restored into ${storage.location}: repeat "${describeCommand('restore')}".`,
      );
    } else if (storageId !== databaseId) {
      throw mismatchError(`${storage.location} belongs to another database`);
    }
    await assertWritable(storage);
  });
}

/** Pairs them with a new id, whatever they were paired with before. */
export async function adoptStorage(db: Db, storage: Storage): Promise<void> {
  await withPairingLock(db, () => writeIds(db, storage, newStorageId()));
}

/** Describes the pairing for an operator. */
export async function describePairing(db: Db, storage: Storage): Promise<string> {
  const { databaseId, storageId } = await readIds(db, storage);
  const owner =
    storageId === undefined
      ? 'no database'
      : storageId === databaseId
        ? 'this database'
        : 'another database';
  const { present, checked } = await checkSomeFiles(db, storage);
  const location = storage.location.replace(/^t/, 'T');
  return `${location} belongs to ${owner}. It holds ${present} of ${checked} randomly chosen files that this database references.`;
}

/** For background work: the storage may have been swapped since the start. */
export async function assertOwnStorage(db: Db, storage: Storage): Promise<void> {
  const { databaseId, storageId } = await readIds(db, storage);
  if (databaseId === undefined || databaseId !== storageId) {
    throw new Error(`${storage.location} no longer belongs to this database: nothing was changed`);
  }
}

export const newStorageId = () => randomBytes(16).toString('hex');

/** The transaction only holds the lock; `work` commits each write at once. */
async function withPairingLock<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return db.transaction(async (lock) => {
    await takeStartLock(lock, 'storage');
    return work();
  });
}

async function readIds(db: Db, storage: Storage) {
  const [databaseId] = await db.values(
    z.string(),
    sql`select encode(value, 'hex') from secrets where name = 'storage'`,
  );
  return { databaseId, storageId: await readStorageId(storage) };
}

export async function readStorageId(storage: Storage): Promise<string | undefined> {
  const file = await storage.open(storageIdFile).catch((error: unknown) => {
    throw accessError('read', storage, error);
  });
  return file && (await text(file.content)).trim();
}

/** Writes the database first: after a crash in between, the next start finds no storage id and writes it. */
async function writeIds(db: Db, storage: Storage, id: string): Promise<void> {
  await writeDatabaseId(db, id);
  await writeStorageId(storage, id);
}

export async function writeDatabaseId(db: Db, id: string): Promise<void> {
  await db.run(sql`
    insert into secrets (name, value) values ('storage', decode(${id}, 'hex'))
    on conflict (name) do update set value = excluded.value`);
}

export async function writeStorageId(storage: Storage, id: string): Promise<void> {
  await storage
    .write(storageIdFile, Readable.from([Buffer.from(`${id}\n`)]))
    .catch((error: unknown) => {
      throw accessError('written to', storage, error);
    });
}

/** A storage without an id is new or predates ids; its files show whether it belongs to the database. */
async function assertFilesMatch(db: Db, storage: Storage): Promise<void> {
  const { present, checked } = await checkSomeFiles(db, storage);
  if (present < checked / 2) {
    const found = present === 0 ? 'none' : `only ${present}`;
    throw mismatchError(
      `${found} of ${checked} files that the database references are in ${storage.location}`,
    );
  }
  const unknown = checked === 0 && (await findUnknownFile(db, storage));
  if (unknown) {
    throw mismatchError(
      `${storage.location} holds uploads that the database does not know (${unknown})`,
    );
  }
}

async function checkSomeFiles(
  db: Db,
  storage: Storage,
): Promise<{ present: number; checked: number }> {
  const names = await db.values(
    z.string(),
    sql`
      select name from stored_files where unreferenced_since is null
      order by random() limit ${sampleSize}`,
  );
  let present = 0;
  for (const name of names) if (await storage.find(name)) present += 1;
  return { present, checked: names.length };
}

/** Only looks at files with a name of ours: a shared bucket may hold other objects. */
async function findUnknownFile(db: Db, storage: Storage): Promise<string | undefined> {
  const found: string[] = [];
  let read = 0;
  for await (const name of storage.listNames()) {
    if (isFileName(name)) found.push(name);
    if (++read >= maxNamesRead) break;
  }
  const known = await db.values(
    z.string(),
    sql`select name from stored_files where name = any(${found}::text[])`,
  );
  return found.find((name) => !known.includes(name));
}

async function assertWritable(storage: Storage): Promise<void> {
  try {
    await storage.write(probeFile, Readable.from([Buffer.from('x')]));
    await storage.delete(probeFile);
  } catch (error) {
    if (!diskFullCodes.includes(getErrorCode(error)))
      throw accessError('written to', storage, error);
  }
}

function accessError(action: string, { location }: Storage, error: unknown): OperatorError {
  return new OperatorError(
    `Uploads cannot be ${action}: ${location} reports ${getErrorCode(error)}.`,
  );
}

/** The storage passes the original error on as the cause. */
function getErrorCode(error: unknown): string {
  const { cause = error } = error as Error;
  const { code, status } = cause as { code?: string; status?: number };
  return String(code ?? status ?? (cause as Error).message);
}

function mismatchError(reason: string): OperatorError {
  return new OperatorError(
    `The database and the uploads do not belong together: ${reason}. Correct DATA_DIR, DATABASE_URL or S3_BUCKET, or see "${describeCommand('adopt-storage preview')}".`,
  );
}
