import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { type BackupConfig, parseTarget } from './backup-config.ts';
import { type Backup, openBackupFolder } from './backup-folder.ts';
import { openTarget } from './backup-target.ts';
import { readIdentities } from './encryption.ts';
import { openRepositoryBackup } from './read-repository.ts';
import { markerFile } from './repository.ts';

/** The options of commands that read a backup. */
export const backupOptions = {
  identity: { type: 'string' },
  backup: { type: 'string' },
} as const;

/** Opens the folder of one backup, or one of those in a folder or bucket with many. */
export async function openBackup(
  location: string,
  { s3 }: Pick<BackupConfig, 's3'>,
  { identity, backup }: { identity?: string | undefined; backup?: string | undefined },
): Promise<Backup> {
  const target = parseTarget(location, s3);
  if ('folder' in target && !existsSync(join(target.folder, markerFile))) {
    return openBackupFolder(target.folder);
  }
  if (identity === undefined) {
    throw new OperatorError(
      `The backups in ${location} are encrypted: give the private key with --identity <file>.`,
    );
  }
  const decrypter = await readIdentities(identity);
  return openRepositoryBackup(await openTarget(target), decrypter, backup);
}
