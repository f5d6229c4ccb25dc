import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { OperatorError } from '../operator-error.ts';
import { erasureRecordsFolder } from '../storage/erasure-records.ts';
import {
  newStorageId,
  readStorageId,
  restoringMark,
  storageIdFile,
  writeStorageId,
} from '../storage/pairing.ts';
import type { Storage } from '../storage/storage.ts';
import type { Manifest } from './manifest.ts';
import { listTables } from './table-rows.ts';

/*
 * A restore that failed can be repeated, because it recognizes what it wrote. Until it is done, the file with
 * the storage's id says which backup is being restored. The same id is in the database: in a table of its
 * own while there is only a schema, and among the secrets as soon as the rows are there.
 */

/** The id that the database and the storage will have in common. */
interface Claim {
  id: string;
}

/** What an earlier attempt has left in the database. */
type DatabaseState = 'empty' | 'schema' | 'rows';

/** Marks an empty storage for this backup, or recognizes the mark. Somebody else's files are an error. */
export async function claimStorage(storage: Storage, manifest: Manifest): Promise<Claim> {
  const claim = await findClaim(storage, manifest);
  const isPaired = !claim && (await isPairedStorage(storage));
  for await (const name of storage.listNames()) {
    // Kept from the lost installation, so that its erasures are repeated.
    if (name.startsWith(erasureRecordsFolder)) continue;
    // A killed server may have left a part of a file.
    const file = name.replace(/\.part$/, '');
    if (file === storageIdFile ? !isPaired : claim && manifest.files[file]) continue;
    throw new OperatorError(`The storage for uploads is not empty: it holds ${name}.`);
  }
  if (claim) return claim;
  const id = newStorageId();
  await writeStorageId(storage, id + describeRestore(manifest));
  return { id };
}

/** The mark of an earlier attempt to restore this backup. */
export async function findClaim(storage: Storage, manifest: Manifest): Promise<Claim | undefined> {
  const [id, ...rest] = (await readStorageId(storage))?.split(describeRestore(manifest)) ?? [];
  return id && rest.length > 0 ? { id } : undefined;
}

/** A mark without files, of another backup, is no obstacle. */
async function isPairedStorage(storage: Storage): Promise<boolean> {
  const id = await readStorageId(storage);
  return id !== undefined && !id.includes(restoringMark);
}

/** Finds out what an earlier attempt has done. Somebody else's tables are an error. */
export async function readDatabaseState(db: Db, claim: Claim | undefined): Promise<DatabaseState> {
  const names = (await listTables(db)).map(({ name }) => name);
  if (names.length === 0) return 'empty';
  if (claim && names.includes('restoring') && (await hasMark(db, claim.id))) return 'schema';
  if (claim && names.includes('secrets') && (await hasSecret(db, claim.id))) return 'rows';
  throw new OperatorError('The database is not empty: restore a backup into a new one.');
}

const hasMark = (db: Db, id: string) =>
  db.value(z.boolean(), sql`select exists (select from restoring where storage_id = ${id})`);

const hasSecret = (db: Db, id: string) =>
  db.value(
    z.boolean(),
    sql`
      select exists (
        select from secrets where name = 'storage' and value = decode(${id}, 'hex')
      )`,
  );

/** Marks an empty database, before it gets a schema. */
export async function markDatabase(db: Db, { id }: Claim): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.run(sql`create table restoring (storage_id text primary key)`);
    await transaction.run(sql`insert into restoring values (${id})`);
  });
}

/** The rows that follow in the same transaction take the mark's place. */
export async function unmarkDatabase(db: Db): Promise<void> {
  await db.run(sql`drop table restoring`);
}

function describeRestore(manifest: Manifest): string {
  return restoringMark + createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}
