import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describeBackup } from '../backup/manifest.ts';
import { backupOptions, openBackup } from '../backup/open-backup.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import { claimStorage, findClaim } from '../backup/restore-target.ts';
import { prepareDataFolder } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { erasureRecordsFolder } from '../storage/erasure-records.ts';
import { openStorage } from '../storage/open-storage.ts';
import { runCommand, withDatabase } from './command.ts';

/** Without the records of erasures, which an operator copies from the lost installation. */
function listFilesOf(dataDir: string): string[] {
  const records = join('uploads', erasureRecordsFolder);
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(dataDir, join(parentPath, name)))
    .filter((name) => !name.startsWith(records));
}

await runCommand(
  'restore <folder or bucket of backups> [--identity <file or ->] [--backup <name>]',
  async (config, argument, options) => {
    prepareDataFolder(config);
    const backup = await openBackup(argument, config.backup, options);
    const { manifest } = backup;
    const storage = await openStorage(config);
    if (listFilesOf(config.dataDir).length > 0 && !(await findClaim(storage, manifest))) {
      throw new OperatorError(
        `The data folder ${config.dataDir} is not empty: move it away, or set DATA_DIR to a new one.`,
      );
    }
    await checkBackup(backup);
    // Starting the embedded database fills the data folder, so a repeated restore must recognize it by then.
    if (!config.databaseUrl) await claimStorage(storage, manifest);
    await withDatabase(config, (database) => restoreBackup(database, storage, backup));
    return `Restored from ${backup.location}: ${describeBackup(manifest)}`;
  },
  { options: backupOptions },
);
