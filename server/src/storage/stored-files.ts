import type { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { background, type Caller } from '../lib/fair-queue.ts';
import { newFileName, type Storage } from './storage.ts';

const bytesPerMegabyte = 1024 * 1024;

/** Whose files are stored. */
export interface FileOwner {
  /** Null for files of no school, which no quota limits. */
  schoolId: number | null;
  /** How much the school may store; undefined without a limit. */
  quotaMegabytes?: number | undefined;
  /** The id of the user whose turn it takes to process the files. */
  userId?: number | undefined;
}

/**
 * The files that one request or task stores. Each is recorded in the database before its first byte is
 * stored, so that no crash leaves an unknown file behind.
 */
export class NewFiles {
  readonly #db: Db;
  readonly #storage: Storage;
  readonly #owner: FileOwner;
  readonly #names: string[] = [];

  constructor(db: Db, storage: Storage, owner: FileOwner = { schoolId: null }) {
    this.#db = db;
    this.#storage = storage;
    this.#owner = owner;
  }

  /** A local folder for uploads that are still being processed. */
  get incoming(): string {
    return this.#storage.incoming;
  }

  /** Whose photos are waiting to be re-encoded. */
  get caller(): Caller {
    const { userId } = this.#owner;
    return userId === undefined ? background : String(userId);
  }

  /** Stores a file and returns its new name. */
  async add(extension: string, bytes: number, content: Readable): Promise<string> {
    const name = newFileName(extension);
    await recordFile(this.#db, { name, bytes }, this.#owner);
    this.#names.push(name);
    await this.#storage.write(name, content);
    return name;
  }

  /** Deletes files that were never referenced; those that were referenced briefly wait for the cleanup. */
  async deleteUnused(): Promise<void> {
    if (this.#names.length === 0) return;
    const unused = await this.#db.values(
      z.string(),
      sql`
        select name from stored_files
        where name = any(${this.#names}::text[]) and unreferenced_since = created_at`,
    );
    await deleteFiles(this.#db, this.#storage, unused);
  }
}

/** Records a file if its school may store that much more. Uploads of a school are recorded one after another. */
async function recordFile(
  db: Db,
  { name, bytes }: { name: string; bytes: number },
  { schoolId, quotaMegabytes }: FileOwner,
): Promise<void> {
  const insert = (db: Db) =>
    db.run(sql`
      insert into stored_files (name, school_id, bytes) values (${name}, ${schoolId}, ${bytes})`);
  if (schoolId === null || quotaMegabytes === undefined) return void (await insert(db));
  await db.transaction(async (transaction) => {
    await transaction.run(sql`select from schools where id = ${schoolId} for no key update`);
    const used = await transaction.value(
      z.number(),
      sql`select coalesce(sum(bytes), 0)::bigint from stored_files where school_id = ${schoolId}`,
    );
    if (used + bytes > quotaMegabytes * bytesPerMegabyte) {
      throw new AppError('storage_quota_reached', { values: { max: quotaMegabytes } });
    }
    await insert(transaction);
  });
}

/** Deletes the files before their rows, so that a failed deletion is retried. */
export async function deleteFiles(
  db: Db,
  storage: Storage,
  names: string[],
): Promise<{ deleted: number; failed: unknown[] }> {
  const outcomes = await Promise.allSettled(names.map((name) => storage.delete(name)));
  const failed = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  const deleted = names.filter((_, index) => outcomes[index]?.status === 'fulfilled');
  await db.run(sql`
    delete from stored_files where name = any(${deleted}::text[]) and unreferenced_since is not null`);
  return { deleted: deleted.length, failed };
}

/** All files that some row references. */
export function listReferencedFiles(db: Db): Promise<string[]> {
  return db.values(z.string(), sql`select name from stored_files where unreferenced_since is null`);
}
