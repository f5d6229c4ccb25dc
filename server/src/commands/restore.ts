import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeBackup } from '../backup/backup-folder.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import { prepareDataFolder } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { openStorage } from '../storage/open-storage.ts';
import { runCommand, withDatabase } from './command.ts';

await runCommand('npm run restore -- <folder of a backup>', async (config, argument) => {
  const folder = resolve(argument);
  prepareDataFolder(config);
  if (readdirSync(config.dataDir).length > 0) {
    throw new OperatorError(
      `The data folder ${config.dataDir} is not empty: move it away, or set DATA_DIR to a new one.`,
    );
  }
  const manifest = await checkBackup(folder);
  const storage = await openStorage(config);
  await withDatabase(config, (database) => restoreBackup(database, storage, { folder, manifest }));
  return `Restored from ${folder}: ${describeBackup(manifest)}`;
});
