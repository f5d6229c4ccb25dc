import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { withinTime } from '../lib/within-time.ts';
import type { Storage } from './storage.ts';

/** Writes, reads and deletes a small file. */
export async function probeStorage(storage: Storage): Promise<void> {
  const content = randomBytes(8).toString('hex');
  const name = `lop-xanh-probe-${content}.txt`;
  try {
    await storage.write(name, Readable.from([Buffer.from(content)]));
    const file = await storage.open(name);
    const stored = file && (await text(file.content));
    if (stored !== content) throw new Error('A file that was just written could not be read');
  } finally {
    await storage.delete(name);
  }
}

/** A bucket may charge for each request, so a result is used again for a while. */
const defaultKeepMs = 15_000;

/** Tells whether the storage can be used. However often it is called, one probe runs at a time. */
export function createStorageCheck(
  storage: Storage,
  { keepMs = defaultKeepMs, timeoutMs }: { keepMs?: number; timeoutMs?: number } = {},
): () => Promise<boolean> {
  let result: Promise<boolean> | undefined;
  const start = () =>
    probeStorage(storage)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        setTimeout(() => {
          result = undefined;
        }, keepMs).unref();
      });
  return () => {
    result ??= start();
    return withinTime(result, false, timeoutMs);
  };
}

/** Of the data folder, where uploads are processed even if they are stored in a bucket. */
export async function readFreeDiskBytes({ incoming }: Pick<Storage, 'incoming'>): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(incoming));
  return bavail * bsize;
}
