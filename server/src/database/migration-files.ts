import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const shippedFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** The first line of a migration that only adds: servers of the version before can work with the result. */
export const expandingLine = '-- Expanding: servers of the version before go on working.';

/** The migrations of a version, in the order of their names. */
export class MigrationFiles {
  readonly names: readonly string[];
  readonly #folder: string;

  constructor(folder = shippedFolder) {
    this.#folder = folder;
    this.names = readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .toSorted();
  }

  read(name: string): string {
    return readFileSync(join(this.#folder, name), 'utf8');
  }

  digest(name: string): string {
    return createHash('sha256').update(this.read(name)).digest('hex');
  }

  isExpanding(name: string): boolean {
    return this.read(name).startsWith(`${expandingLine}\n`);
  }
}

export function migrationNames(): string[] {
  return [...new MigrationFiles().names];
}
