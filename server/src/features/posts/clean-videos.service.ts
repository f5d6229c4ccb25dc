import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import { writeFile } from '../../storage/disk-storage.ts';
import { refuseForeignStorage } from '../../storage/pairing.ts';
import { newFileName, type Storage } from '../../storage/storage.ts';
import { NewFiles } from '../../storage/stored-files.ts';
import { cleanVideo } from '../../storage/videos/clean-video.ts';
import { replaceFile } from './attachments.queries.ts';

const atMost = 20;

/**
 * Takes the metadata out of videos that were stored before this was done on arrival, some at a time. The
 * clean video gets a name of its own and takes the place of the old one in one statement, so that a
 * server that is killed loses nothing and starts again with what is left.
 */
export async function cleanStoredVideos(
  db: Db,
  storage: Storage,
  log?: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): Promise<void> {
  const due = await db
    .selectFrom('stored_files')
    .select('name')
    .where('metadata', '=', 'present')
    .where('unreferenced_since', 'is', null)
    .orderBy('name')
    .limit(atMost)
    .execute();
  if (due.length > 0) await refuseForeignStorage(db, storage);
  for (const { name } of due) {
    const outcome = await cleanStored(db, storage, name).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unsupported_type') return 'unreadable';
      throw error;
    });
    if (outcome === 'removed') log?.info({ file: name }, 'took the metadata out of a stored video');
    else {
      log?.warn({ file: name }, 'a stored video cannot be read, and may still carry metadata');
      await db
        .updateTable('stored_files')
        .set({ metadata: outcome })
        .where('name', '=', name)
        .execute();
    }
  }
}

async function cleanStored(db: Db, storage: Storage, name: string) {
  const stored = await storage.find(name);
  if (!stored) return 'unreadable';
  const extension = extname(name).slice(1);
  const path = join(storage.incoming, newFileName(extension));
  const newFiles = new NewFiles(db, storage);
  try {
    await writeFile(path, await stored.read({ first: 0, last: stored.size - 1 }));
    await cleanVideo({ path, extension });
    const { size: bytes } = await stat(path);
    const file = await newFiles.add(extension, createReadStream(path));
    await replaceFile(db, { old: name, file, bytes });
    // Its post may have been deleted meanwhile.
    await newFiles.deleteUnused();
    return 'removed';
  } finally {
    await rm(path, { force: true });
  }
}
