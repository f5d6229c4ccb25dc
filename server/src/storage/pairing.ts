import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Database, Db } from '../database/database.ts';
import { locks } from '../database/locks.ts';
import { StartUpError } from '../start-up-error.ts';
import { isFileName, type Storage } from './storage.ts';

/*
 * A database and a storage belong together when both hold the same id: the database in `secrets`, the
 * storage in a small file. Without that, an older or empty database beside a full storage, or a copy of
 * a school beside the school's own bucket, would write and delete where it must not.
 */

/** Named so that an operator who finds it knows what it is. */
export const markName = 'lop-xanh-storage-id.txt';
const probeName = 'lop-xanh-write-test.txt';
const tried = 20;
const namesRead = 1_000;
/** A full disk takes no uploads for now, and the rest works. */
const fullDisk = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Lets a new pair know each other, and refuses to start with a storage that is another database's. */
export async function pairStorage({ db }: Database, storage: Storage): Promise<void> {
  await whileOthersWait(db, async () => {
    const { known, mark } = await readIds(db, storage);
    if (mark === undefined) {
      await refuseStrangers(db, storage);
      await writeIds(db, storage, known ?? newId());
    } else if (mark !== known) {
      throw refuse(`${storage.place} belongs to another database`);
    }
    await refuseUnwritable(storage);
  });
}

/** Pairs them whatever they were before, with a new id: the database that had the storage loses it. */
export async function adoptStorage({ db }: Database, storage: Storage): Promise<void> {
  await whileOthersWait(db, () => writeIds(db, storage, newId()));
}

/** What is known of the two, for an operator to decide by. */
export async function describePairing({ db }: Database, storage: Storage): Promise<string> {
  const { known, mark } = await readIds(db, storage);
  const owner =
    mark === undefined ? 'nobody' : mark === known ? 'this database' : 'another database';
  const { there, asked } = await trySomeFiles(db, storage);
  const place = storage.place.replace(/^t/, 'T');
  return `${place} belongs to ${owner}. Of ${asked} files that this database refers to, tried at random, it holds ${there}.`;
}

/** For background work: what was checked at the start may have been swapped since. */
export async function refuseForeignStorage(db: Db, storage: Storage): Promise<void> {
  const { known, mark } = await readIds(db, storage);
  if (known === undefined || known !== mark) {
    throw new Error(`${storage.place} no longer belongs to this database: nothing is changed`);
  }
}

const newId = () => randomBytes(16).toString('hex');

/** This transaction holds the lock alone: what is written must last from the moment it is. */
async function whileOthersWait<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (turn) => {
    await sql`select pg_advisory_xact_lock(${locks.storage})`.execute(turn);
    return work();
  });
}

async function readIds(db: Db, storage: Storage) {
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'storage')
    .executeTakeFirst();
  return { known: row?.value.toString('hex'), mark: await readMark(storage) };
}

async function readMark(storage: Storage): Promise<string | undefined> {
  const file = await storage.find(markName).catch((error: unknown) => {
    throw cannotBe('read', storage, error);
  });
  return file && (await text(await file.read({ first: 0, last: file.size - 1 }))).trim();
}

/** The database first: cut off in between, the next start finds no mark and writes it. */
async function writeIds(db: Db, storage: Storage, id: string): Promise<void> {
  const value = Buffer.from(id, 'hex');
  await db
    .insertInto('secrets')
    .values({ name: 'storage', value })
    .onConflict((clash) => clash.column('name').doUpdateSet({ value }))
    .execute();
  await storage.write(markName, Readable.from([Buffer.from(`${id}\n`)])).catch((error: unknown) => {
    throw cannotBe('written to', storage, error);
  });
}

/** A storage without a mark is new, or of the time before there were marks: the files tell whose it is. */
async function refuseStrangers(db: Db, storage: Storage): Promise<void> {
  const { there, asked } = await trySomeFiles(db, storage);
  if (there < asked / 2) {
    const found = there === 0 ? 'none' : `only ${there}`;
    throw refuse(`${found} of ${asked} files that the database refers to are in ${storage.place}`);
  }
  const unknown = asked === 0 && (await findUnknownFile(db, storage));
  if (unknown) {
    throw refuse(`${storage.place} holds uploads that the database does not know (${unknown})`);
  }
}

async function trySomeFiles(db: Db, storage: Storage): Promise<{ there: number; asked: number }> {
  const rows = await db
    .selectFrom('stored_files')
    .select('name')
    .where('unreferenced_since', 'is', null)
    .orderBy(sql`random()`)
    .limit(tried)
    .execute();
  let there = 0;
  for (const { name } of rows) if (await storage.find(name)) there += 1;
  return { there, asked: rows.length };
}

/** A file with a name of ours; other people's objects in a shared bucket are none of our business. */
async function findUnknownFile(db: Db, storage: Storage): Promise<string | undefined> {
  const found: string[] = [];
  let read = 0;
  for await (const name of storage.names()) {
    if (isFileName(name)) found.push(name);
    if (++read >= namesRead) break;
  }
  if (found.length === 0) return undefined;
  const known = await db
    .selectFrom('stored_files')
    .select('name')
    .where('name', 'in', found)
    .execute();
  return found.find((name) => !known.some((row) => row.name === name));
}

async function refuseUnwritable(storage: Storage): Promise<void> {
  try {
    await storage.write(probeName, Readable.from([Buffer.from('x')]));
    await storage.remove(probeName);
  } catch (error) {
    if (!fullDisk.includes(codeOf(error))) throw cannotBe('written to', storage, error);
  }
}

function cannotBe(used: string, { place }: Storage, error: unknown): StartUpError {
  return new StartUpError(`Uploads cannot be ${used}: ${place} answers ${codeOf(error)}.`);
}

/** The storage tells its trouble as the cause. */
function codeOf(error: unknown): string {
  const { cause = error } = error as Error;
  const { code, status } = cause as { code?: string; status?: number };
  return String(code ?? status ?? (cause as Error).message);
}

function refuse(found: string): StartUpError {
  return new StartUpError(
    `The database and the uploads do not belong together: ${found}. Correct DATA_DIR, DATABASE_URL or S3_BUCKET, or see "npm run adopt-storage -- preview".`,
  );
}
