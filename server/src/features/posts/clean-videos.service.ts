import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import { writeFileDurably } from '../../storage/disk-storage.ts';
import { assertOwnStorage } from '../../storage/pairing.ts';
import { newFileName, type Storage } from '../../storage/storage.ts';
import { NewFiles } from '../../storage/stored-files.ts';
import { cleanVideo } from '../../storage/videos/clean-video.ts';
import { replaceFile } from './attachments.queries.ts';
import {
  findSchoolOfFile,
  listVideosWithMetadata,
  setCleaningFailed,
  setUnreadable,
} from './clean-videos.queries.ts';

const batchSize = 20;

/**
 * Strips the metadata from videos stored before uploads did so, one batch at a time. The clean video gets
 * a new name and replaces the old one in a single statement: a server killed halfway loses nothing, and
 * the next run continues with the rest.
 */
export async function cleanStoredVideos(
  db: Db,
  storage: Storage,
  log?: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): Promise<void> {
  const due = await listVideosWithMetadata(db, batchSize);
  if (due.length > 0) await assertOwnStorage(db, storage);
  const failures: unknown[] = [];
  for (const name of due) {
    const outcome = await cleanStoredVideo(db, storage, name).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'unsupported_type') return 'unreadable';
      failures.push(error);
      await setCleaningFailed(db, name);
    });
    if (!outcome) continue;
    if (outcome === 'removed')
      log?.info({ file: name }, 'stripped the metadata from a stored video');
    else {
      log?.warn({ file: name }, 'a stored video is unreadable and may still contain metadata');
      await setUnreadable(db, name);
    }
  }
  // The others are clean; a later run tries these again, once no untried ones are left.
  if (failures.length > 0) throw failures[0];
}

async function cleanStoredVideo(db: Db, storage: Storage, name: string) {
  const stored = await storage.open(name);
  if (!stored) return 'unreadable';
  const extension = extname(name).slice(1);
  const path = join(storage.incoming, newFileName(extension));
  const newFiles = new NewFiles(db, storage, { schoolId: await findSchoolOfFile(db, name) });
  try {
    await writeFileDurably(path, stored.content);
    await cleanVideo({ path, extension });
    const { size: bytes } = await stat(path);
    const file = await newFiles.add(extension, bytes, createReadStream(path));
    await replaceFile(db, { old: name, file, bytes });
    // The post may have been deleted in the meantime.
    await newFiles.deleteUnused();
    return 'removed';
  } finally {
    await rm(path, { force: true });
  }
}
