import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../http/app-error.ts';
import type { Storage } from './storage.ts';

export function openDiskStorage(dataDir: string): Storage {
  const folder = join(dataDir, 'uploads');
  const pathOf = (name: string) => join(folder, name);
  const unfinished = (name: string) => `${pathOf(name)}.part`;
  return {
    place: `the folder ${folder}`,
    incoming: incomingFolder(dataDir),
    async write(name, content) {
      await writeFile(unfinished(name), content);
      await rename(unfinished(name), pathOf(name));
      await syncFolder(dirname(pathOf(name)));
    },
    async find(name) {
      const found = await stat(pathOf(name)).catch((error: unknown) => {
        if (isDiskTrouble(error)) throw new AppError('storage_away', { cause: error });
      });
      if (!found?.isFile()) return undefined;
      return {
        size: found.size,
        read: async ({ first, last }) =>
          createReadStream(pathOf(name), { start: first, end: last }),
      };
    },
    async remove(name) {
      await rm(unfinished(name), { force: true });
      await rm(pathOf(name), { force: true });
    },
    names: () => filesUnder(folder),
  };
}

export function incomingFolder(dataDir: string): string {
  return join(dataDir, 'incoming');
}

/** Streams a file to a path, to the disk itself; one that does not come whole is not there. */
export async function writeFile(path: string, content: Readable): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw isDiskTrouble(error) ? new AppError('storage_away', { cause: error }) : error;
  }
}

/** A new name outlasts a power failure once its folder is on the disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Full, read-only, broken, closed to us or not mounted. */
const diskTroubles = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'ENOTDIR'];

/** Trouble with the disk is no fault of the request's; what the request did wrong stays so. */
function isDiskTrouble(error: unknown): boolean {
  return diskTroubles.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** The files in a folder and below, by their paths in it; none where there is no such folder. */
export async function* filesUnder(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder, { recursive: true }).catch(() => []);
  for await (const entry of entries) {
    if (entry.isFile()) yield relative(folder, join(entry.parentPath, entry.name));
  }
}
