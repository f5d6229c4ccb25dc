import type { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { newFileName, type Storage } from './storage.ts';

/**
 * The files that one request or task stores. Each is recorded in the database before its first byte is
 * stored, so that no crash leaves an unknown file behind.
 */
export class NewFiles {
  readonly #db: Db;
  readonly #storage: Storage;
  readonly #names: string[] = [];

  constructor(db: Db, storage: Storage) {
    this.#db = db;
    this.#storage = storage;
  }

  /** A local folder for uploads that are still being processed. */
  get incoming(): string {
    return this.#storage.incoming;
  }

  /** Stores a file and returns its new name. */
  async add(extension: string, content: Readable): Promise<string> {
    const name = newFileName(extension);
    await this.#db.run(sql`insert into stored_files (name) values (${name})`);
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
