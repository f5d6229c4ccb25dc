import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { locks, runIfUnlocked } from '../database/locks.ts';
import { AppError } from '../http/app-error.ts';
import { OperatorError } from '../operator-error.ts';
import type { Storage } from '../storage/storage.ts';
import { type BackupConfig, parseTarget } from './backup-config.ts';
import { openTarget } from './backup-target.ts';
import {
  failBackup,
  finishBackup,
  hasGoodBackup,
  insertBackup,
  readInstallationId,
} from './backups.queries.ts';
import { createEncrypter } from './encryption.ts';
import { describeBackup, toMegabytes } from './manifest.ts';
import { pruneRepository } from './prune-repository.ts';
import { claimTarget } from './repository.ts';
import { assertVersion, takeBackup } from './take-backup.ts';
import { addToRepository } from './write-repository.ts';

export interface BackupReport {
  description: string;
  /** What did not prevent the backup, but needs the operator. */
  problems: string[];
}

/**
 * Adds a backup to BACKUP_TARGET, records it in the database, and deletes those that are no longer kept.
 * Returns undefined while another process does so.
 */
export async function runBackup(
  database: Database,
  storage: Storage,
  config: BackupConfig,
): Promise<BackupReport | undefined> {
  const { db } = database;
  await assertVersion(db);
  let report: BackupReport | undefined;
  await runIfUnlocked(db, locks.backup, async () => {
    const id = await insertBackup(db, config.target as string);
    try {
      report = await addBackup(database, storage, { config, id });
    } catch (error) {
      await failBackup(db, id, describeFailure(error));
      throw explainFailure(error, config);
    }
  });
  return report;
}

async function addBackup(
  database: Database,
  storage: Storage,
  { config, id }: { config: BackupConfig; id: number },
): Promise<BackupReport> {
  const { db } = database;
  const encrypter = createEncrypter(config.recipients);
  const target = await openTarget(parseTarget(config.target as string, config.s3));
  const installation = await readInstallationId(db);
  if (installation === undefined) {
    throw new OperatorError('The database is new: start the server before the first backup.');
  }
  await claimTarget(target, {
    // The id itself would let a bucket of uploads be paired.
    installation: createHash('sha256').update(installation).digest('hex').slice(0, 32),
    hasBackups: await hasGoodBackup(db, config.target as string),
  });
  const writer = await addToRepository(target, encrypter);
  const manifest = await takeBackup(database, storage, writer);
  const { sizes, name, damaged } = writer;
  await finishBackup(db, id, { ...sizes, files: Object.keys(manifest.files).length });
  const problems = damaged.map(
    (object) => `${object} is missing or damaged: earlier backups that need it are incomplete`,
  );
  const dropped = await pruneRepository(target, config.keep).catch((error: unknown) => {
    problems.push(`Old backups could not be deleted: ${describeFailure(error)}`);
    return [];
  });
  return {
    description: `Backed up into ${target.location} as ${name}: ${describeBackup(manifest)} ${toMegabytes(sizes.written)} MB were new. Old backups deleted: ${dropped.length}.`,
    problems,
  };
}

/** A storage wraps the reason of a disk or bucket. */
function describeFailure(error: unknown): string {
  const { cause } = error as Error;
  return cause instanceof Error ? cause.message : (error as Error).message;
}

/** A full disk or an unreachable bucket is for the operator; anything else keeps its stack. */
function explainFailure(error: unknown, { target }: BackupConfig): unknown {
  if (!(error instanceof AppError)) return error;
  return new OperatorError(`The backup into ${target} failed: ${describeFailure(error)}.`, {
    cause: error.cause,
  });
}
