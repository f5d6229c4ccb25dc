import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeBackup } from '../backup/backup-folder.ts';
import { takeBackup } from '../backup/take-backup.ts';
import { OperatorError } from '../operator-error.ts';
import { openStorage } from '../storage/open-storage.ts';
import { runCommand, withDatabase } from './command.ts';

await runCommand('npm run backup -- <new folder>', async (config, argument) => {
  const folder = resolve(argument);
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database'))) {
    throw new OperatorError(`There is no database in ${config.dataDir}: set DATA_DIR.`);
  }
  const storage = await openStorage(config);
  const manifest = await withDatabase(config, (database) =>
    takeBackup(database, storage, { folder }),
  );
  return `Backed up into ${folder}: ${describeBackup(manifest)}`;
});
