import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where uploads are kept, each under a name that cannot be guessed. */
export interface Storage {
  /** The folder that files are served from. */
  readonly folder: string;
  /** Streams a file in; it has its name only once it is whole. */
  write(name: string, content: Readable): Promise<void>;
  pathOf(name: string): string;
  remove(name: string): Promise<void>;
  has(name: string): Promise<boolean>;
  /** The names of all files that were there at this moment already, one by one. */
  olderThan(moment: Date): AsyncIterable<string>;
}

/** A new name, spread over folders so that none grows too large. */
export function newFileName(extension: string): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}.${extension}`;
}

export function openDiskStorage(dataDir: string): Storage {
  const folder = join(dataDir, 'uploads');
  const pathOf = (name: string) => join(folder, name);
  return {
    folder,
    pathOf,
    async write(name, content) {
      const path = pathOf(name);
      const unfinished = `${path}.part`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }));
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
    async *olderThan(moment) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        () => [],
      );
      for (const entry of entries.filter((one) => one.isFile())) {
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(() => undefined);
        if (found && found.mtime < moment) yield relative(folder, path);
      }
    },
    async has(name) {
      return stat(pathOf(name)).then(
        () => true,
        () => false,
      );
    },
  };
}
