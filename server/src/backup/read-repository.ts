import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Decrypter } from 'age-encryption';
import { OperatorError } from '../operator-error.ts';
import {
  type Backup,
  damageError,
  explainDamage,
  tablePath,
  uploadPath,
  verifyBytes,
} from './backup-folder.ts';
import type { TargetStorage } from './backup-target.ts';
import { decrypt } from './encryption.ts';
import { type Digest, parseManifest } from './manifest.ts';
import { findBackups, listNames, objectName, readIndex } from './repository.ts';

/** Opens a backup of a repository: the last one, or that with the given name. */
export async function openRepositoryBackup(
  target: TargetStorage,
  decrypter: Decrypter,
  name?: string,
): Promise<Backup> {
  const backups = findBackups(await listNames(target));
  const backup = name ?? backups.at(-1);
  if (backup === undefined) {
    throw new OperatorError(`There is no complete backup in ${target.location}.`);
  }
  if (!backups.includes(backup)) {
    throw new OperatorError(
      `There is no complete backup ${backup} in ${target.location}. There are: ${backups.join(', ')}.`,
    );
  }
  const { objects } = await readIndex(target, backup);
  const location = `${target.location}, ${backup}`;

  async function* readObject(object: string, expected: Digest | undefined) {
    try {
      const content = await target.read(object);
      if (!content) throw damageError(location, object);
      const verified = verifyBytes(content, expected, () => damageError(location, object));
      yield* decrypt(decrypter, verified);
    } catch (error) {
      throw explainDamage(error, location, object);
    }
  }
  const readOwn = (path: string) => {
    const object = objectName(backup, path);
    return Readable.from(readObject(object, objects[object]), { objectMode: false });
  };

  const manifest = parseManifest(await text(readOwn('manifest.json')), location);
  return {
    location,
    manifest,
    readTable: (table) => readOwn(tablePath(table)),
    readUpload(upload) {
      const file = manifest.files[upload];
      const object = objectName(file?.storedBy ?? backup, uploadPath(upload));
      return Readable.from(readObject(object, file), { objectMode: false });
    },
  };
}
