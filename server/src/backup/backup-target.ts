import { readdir, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { OperatorError } from '../operator-error.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { openS3Storage } from '../storage/s3-storage.ts';
import type { Storage } from '../storage/storage.ts';
import type { Target } from './backup-config.ts';

/** The part of a storage that backups need. */
export type TargetStorage = Pick<
  Storage,
  'location' | 'write' | 'delete' | 'listNames' | 'unfinished'
> & {
  /** Undefined if there is no such file. */
  read(name: string): Promise<Readable | undefined>;
};

export async function openTarget(target: Target): Promise<TargetStorage> {
  if ('folder' in target) return openFolder(target.folder);
  const { prefix } = target;
  const bucket = toTarget(await openS3Storage(target.bucket, ''));
  const { unfinished } = bucket;
  return {
    location: `${bucket.location}${prefix && `, ${prefix}`}`,
    write: (name, content) => bucket.write(prefix + name, content),
    read: (name) => bucket.read(prefix + name),
    delete: (name) => bucket.delete(prefix + name),
    async *listNames(folder = '') {
      for await (const name of bucket.listNames(prefix + folder)) yield name.slice(prefix.length);
    },
    ...(unfinished && { unfinished: limitToPrefix(unfinished, prefix) }),
  };
}

function limitToPrefix(
  unfinished: NonNullable<Storage['unfinished']>,
  prefix: string,
): NonNullable<Storage['unfinished']> {
  return {
    async *list() {
      for await (const upload of unfinished.list()) {
        if (!upload.name.startsWith(prefix)) continue;
        yield { ...upload, name: upload.name.slice(prefix.length) };
      }
    },
    abort: (upload) => unfinished.abort({ ...upload, name: prefix + upload.name }),
  };
}

/** The folder is never created: where a disk is not mounted, its folder is missing or empty. */
async function openFolder(folder: string): Promise<TargetStorage> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) {
    throw new OperatorError(
      `There is no folder ${folder} for backups: create it, or mount its disk.`,
    );
  }
  const disk = toTarget(openDiskStorage(folder, folder));
  return {
    ...disk,
    async delete(name) {
      await disk.delete(name);
      await deleteEmptyFolders(dirname(join(folder, name)), folder);
    },
  };
}

async function deleteEmptyFolders(from: string, root: string): Promise<void> {
  for (let folder = from; folder !== root; folder = dirname(folder)) {
    if ((await readdir(folder).catch(() => ['unknown'])).length > 0) return;
    await rmdir(folder);
  }
}

function toTarget(storage: Storage): TargetStorage {
  return {
    ...storage,
    async read(name) {
      const file = await storage.open(name);
      return file?.content;
    },
  };
}
