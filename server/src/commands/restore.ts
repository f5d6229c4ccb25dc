import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describeBackup } from '../backup/backup-folder.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
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

await runCommand('npm run restore -- <folder of a backup>', async (config, argument) => {
  const folder = resolve(argument);
  prepareDataFolder(config);
  if (listFilesOf(config.dataDir).length > 0) {
    throw new OperatorError(
      `The data folder ${config.dataDir} is not empty: move it away, or set DATA_DIR to a new one.`,
    );
  }
  const manifest = await checkBackup(folder);
  const storage = await openStorage(config);
  await withDatabase(config, (database) => restoreBackup(database, storage, { folder, manifest }));
  return `Restored from ${folder}: ${describeBackup(manifest)}`;
});
