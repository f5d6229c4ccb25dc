import type { Readable } from 'node:stream';
import type { Db } from '../database/database.ts';
import { newFileName, type Storage } from './storage.ts';

/**
 * The files that one request or task puts into the storage. The database knows each of them before its
 * first byte is stored, so that no crash leaves one that nobody knows of.
 */
export class NewFiles {
  readonly #db: Db;
  readonly #storage: Storage;
  readonly #names: string[] = [];

  constructor(db: Db, storage: Storage) {
    this.#db = db;
    this.#storage = storage;
  }

  /** A folder of this machine for files that are not yet as they will be stored. */
  get incoming(): string {
    return this.#storage.incoming;
  }

  /** Stores a file under a new name. */
  async add(extension: string, content: Readable): Promise<string> {
    const name = newFileName(extension);
    await this.#db.insertInto('stored_files').values({ name }).execute();
    this.#names.push(name);
    await this.#storage.write(name, content);
    return name;
  }

  /** Deletes those that nothing has ever referred to; what was in use for a moment waits for the cleanup. */
  async deleteUnused(): Promise<void> {
    if (this.#names.length === 0) return;
    const unused = await this.#db
      .selectFrom('stored_files')
      .select('name')
      .where('name', 'in', this.#names)
      .whereRef('unreferenced_since', '=', 'created_at')
      .execute();
    await deleteFiles(
      this.#db,
      this.#storage,
      unused.map(({ name }) => name),
    );
  }
}

/** Deletes the bytes, then what is known of them, so that a failure is tried again. */
export async function deleteFiles(
  db: Db,
  storage: Storage,
  names: string[],
): Promise<{ deleted: number; failed: unknown[] }> {
  const outcomes = await Promise.allSettled(names.map((name) => storage.remove(name)));
  const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const gone = names.filter((_, at) => outcomes[at]?.status === 'fulfilled');
  if (gone.length > 0) {
    await db
      .deleteFrom('stored_files')
      .where('name', 'in', gone)
      .where('unreferenced_since', 'is not', null)
      .execute();
  }
  return { deleted: gone.length, failed };
}

/** All files that rows refer to, as of the transaction. */
export async function referencedFiles(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('stored_files')
    .select('name')
    .where('unreferenced_since', 'is', null)
    .execute();
  return rows.map(({ name }) => name);
}
