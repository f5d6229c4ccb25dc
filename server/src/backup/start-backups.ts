import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { openWorkerPool } from '../lib/worker-pool.ts';
import { isBackupDue, isBackupOld } from './backup-schedule.ts';
import type { BackupTask } from './backup-worker.ts';
import { readBackupState } from './backups.queries.ts';
import type { BackupReport } from './run-backup.ts';

const checkIntervalMs = 60_000;
const warnIntervalMs = 3_600_000;

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** Backs up every night if BACKUP_TARGET is set, in a thread of its own; a server that stops abandons it. */
export async function startBackups(
  { db, connection }: Database,
  { databaseUrl, dataDir, s3, backup }: Pick<Config, 'databaseUrl' | 'dataDir' | 's3' | 'backup'>,
  log: Log,
): Promise<() => Promise<void>> {
  if (backup.target === undefined) return async () => undefined;
  // A mistyped key stops the start, not the first night. The library is loaded only by who needs it.
  const { createEncrypter } = await import('./encryption.ts');
  createEncrypter(backup.recipients);
  const pool = openWorkerPool(
    new URL('./backup-worker.ts', import.meta.url),
    { maxThreads: 1, minThreads: 0 },
    (error) => log.error({ err: error }, 'the backup thread failed'),
  );
  const task: BackupTask = { database: databaseUrl ?? connection, dataDir, s3, backup };
  let isRunning = false;
  let warnedAtMs = 0;
  const check = async () => {
    const state = await readBackupState(db);
    const isFirstDue = backup.at !== undefined && state.last === null;
    if (isBackupOld(state) && !isFirstDue && Date.now() - warnedAtMs >= warnIntervalMs) {
      warnedAtMs = Date.now();
      log.error({ since: state.good_since }, 'there has been no good backup for 26 hours');
    }
    if (backup.at === undefined || !isBackupDue(state, backup.at)) return;
    const report: BackupReport | undefined = await pool.run(task);
    if (report) log.info(report.description);
    for (const problem of report?.problems ?? []) log.error(problem);
  };
  let isStopping = false;
  const checkOnce = () => {
    if (isRunning) return;
    isRunning = true;
    check()
      .catch((error: unknown) => {
        if (!isStopping) log.error({ err: error }, 'the backup failed and will be tried again');
      })
      .finally(() => {
        isRunning = false;
      });
  };
  const timer = setInterval(checkOnce, checkIntervalMs);
  timer.unref();
  checkOnce();
  return async () => {
    isStopping = true;
    clearInterval(timer);
    await pool.destroy();
  };
}
