import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createBackupFolder } from '../backup/backup-folder.ts';
import { describeBackup } from '../backup/manifest.ts';
import { runBackup } from '../backup/run-backup.ts';
import { takeBackup } from '../backup/take-backup.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { openStorage } from '../storage/open-storage.ts';
import { runCommand, withDatabase } from './command.ts';

await runCommand(
  'backup [<new folder>]',
  async (config, argument) => {
    if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database'))) {
      throw new OperatorError(`There is no database in ${config.dataDir}: set DATA_DIR.`);
    }
    return argument === '' ? backUpToTarget(config) : backUpToFolder(config, resolve(argument));
  },
  { isOptional: true },
);

async function backUpToFolder(config: Config, folder: string): Promise<string> {
  const storage = await openStorage(config);
  const manifest = await withDatabase(config, async (database) =>
    takeBackup(database, storage, await createBackupFolder(folder)),
  );
  return `Backed up into ${folder}: ${describeBackup(manifest)}`;
}

async function backUpToTarget(config: Config): Promise<string> {
  if (config.backup.target === undefined) {
    throw new OperatorError('Give a new folder, or set BACKUP_TARGET and BACKUP_RECIPIENT.');
  }
  const storage = await openStorage(config);
  const report = await withDatabase(config, (database) =>
    runBackup(database, storage, config.backup),
  );
  if (!report) throw new OperatorError('Another backup is running.');
  for (const problem of report.problems) console.error(problem);
  if (report.problems.length > 0) process.exitCode = 1;
  return report.description;
}
