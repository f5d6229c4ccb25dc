import type pg from 'pg';
import type { S3Config } from '../config.ts';
import { openDatabase } from '../database/database.ts';
import { parseDatabaseUrl } from '../database/database-url.ts';
import { openStorage } from '../storage/open-storage.ts';
import { type BackupConfig, backupConnections } from './backup-config.ts';
import { type BackupReport, runBackup } from './run-backup.ts';

export interface BackupTask {
  /** DATABASE_URL, or how to connect to the embedded PostgreSQL: only plain values reach a thread. */
  database: string | pg.ClientConfig;
  dataDir: string;
  s3: S3Config | undefined;
  backup: BackupConfig;
}

/** Encrypting keeps a processor busy, which must not delay requests. */
export default async function backUp({
  database: location,
  backup,
  ...storage
}: BackupTask): Promise<BackupReport | undefined> {
  const connection = typeof location === 'string' ? parseDatabaseUrl(location) : location;
  const database = openDatabase(connection, { max: backupConnections });
  try {
    return await runBackup(database, await openStorage(storage), backup);
  } finally {
    await database.close();
  }
}
