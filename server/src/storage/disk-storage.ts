import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../http/app-error.ts';
import { resolveRange } from './byte-ranges.ts';
import type { Storage } from './storage.ts';

export function openDiskStorage(dataDir: string, folder = join(dataDir, 'uploads')): Storage {
  const toPath = (name: string) => join(folder, name);
  const toPartPath = (name: string) => `${toPath(name)}.part`;
  return {
    location: `the folder ${folder}`,
    incoming: incomingFolder(dataDir),
    async write(name, content) {
      await writeFileDurably(toPartPath(name), content);
      await rename(toPartPath(name), toPath(name));
      await syncFolder(dirname(toPath(name)));
    },
    async open(name, range) {
      const size = await findSize(toPath(name));
      if (size === undefined) return undefined;
      const resolved = resolveRange(range, size);
      const { first, last } = resolved;
      const content =
        last < first
          ? Readable.from([])
          : createReadStream(toPath(name), { start: first, end: last });
      return { size, range: resolved, content };
    },
    async find(name) {
      const size = await findSize(toPath(name));
      return size === undefined ? undefined : { size };
    },
    async delete(name) {
      await rm(toPartPath(name), { force: true });
      await rm(toPath(name), { force: true });
    },
    async *listNames(under = '') {
      for await (const name of listFiles(toPath(under))) yield under + name;
    },
  };
}

async function findSize(path: string): Promise<number | undefined> {
  const stats = await stat(path).catch((error: unknown) => {
    if (isDiskError(error)) throw new AppError('file_unreadable', { cause: error });
  });
  return stats?.isFile() ? stats.size : undefined;
}

export function incomingFolder(dataDir: string): string {
  return join(dataDir, 'incoming');
}

/** Streams a file to a path and flushes it to disk; an incomplete file is deleted. */
export async function writeFileDurably(path: string, content: Readable): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw isDiskError(error) ? new AppError('storage_unavailable', { cause: error }) : error;
  }
}

/** A new name survives a power failure only once its folder is flushed too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Full, read-only, broken, without permission or not mounted. */
const diskErrorCodes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'ENOTDIR'];

/** Distinguishes a failing disk from an error in the request. */
function isDiskError(error: unknown): boolean {
  return diskErrorCodes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * The relative paths of all files in a folder and below; none if the folder does not exist. The recursion of
 * `opendir` itself lists only the first 32 files of each subfolder in Node 20.
 */
export async function* listFiles(folder: string): AsyncIterable<string> {
  for await (const entry of await opendir(folder).catch(() => [])) {
    if (entry.isFile()) yield entry.name;
    if (!entry.isDirectory()) continue;
    for await (const name of listFiles(join(folder, entry.name))) yield join(entry.name, name);
  }
}
