import { Readable } from 'node:stream';
import type { Encrypter } from 'age-encryption';
import { OperatorError } from '../operator-error.ts';
import {
  type BackupWriter,
  digestBytes,
  tablePath,
  uploadPath,
  verifyBytes,
} from './backup-folder.ts';
import type { TargetStorage } from './backup-target.ts';
import { encrypt } from './encryption.ts';
import { forEachAtOnce } from './for-each-at-once.ts';
import type { Digest, Manifest } from './manifest.ts';
import {
  findBackups,
  type Index,
  indexName,
  listNames,
  objectName,
  readIndex,
  toName,
  writeIndex,
} from './repository.ts';

const readsAtOnce = 4;
/** Each night reads one of this many parts of the earlier files again, so that damage is found within a month. */
const checkedParts = 30;
const dayMs = 24 * 3_600_000;

export interface RepositoryWriter extends BackupWriter {
  readonly name: string;
  /** Objects of earlier backups that are missing or damaged, and are stored again if there is still an upload. */
  readonly damaged: readonly string[];
  /** After `finish`: bytes that the backup needs, and those of them that it wrote. */
  readonly sizes: { size: number; written: number };
}

/** Adds a backup to a repository. Everything is read back before the index makes it count. */
export async function addToRepository(
  target: TargetStorage,
  encrypter: Encrypter,
  takenAt = new Date(),
): Promise<RepositoryWriter> {
  const name = toName(takenAt);
  const earlier = await readEarlierUploads(target, takenAt);
  const written: Index['objects'] = {};
  const sizes = { size: 0, written: 0 };
  const write = async (path: string, content: AsyncIterable<Buffer>): Promise<Digest> => {
    const object = objectName(name, path);
    const found = { bytes: 0, sha256: '' };
    const encrypted = digestBytes(encrypt(encrypter, content), found);
    await target.write(object, Readable.from(encrypted, { objectMode: false }));
    written[object] = found;
    return found;
  };
  return {
    format: 2,
    name,
    damaged: earlier.damaged,
    sizes,
    async writeTable(table, content) {
      await write(tablePath(table), content);
    },
    findUpload: (upload) => earlier.uploads.get(uploadPath(upload)),
    writeUpload: async (upload, content) => ({
      ...(await write(uploadPath(upload), content)),
      storedBy: name,
    }),
    async finish(manifest) {
      await write('manifest.json', Readable.from([Buffer.from(JSON.stringify(manifest))]));
      const damaged = await findDamaged(target, Object.entries(written));
      if (damaged[0])
        throw new Error(`${damaged[0]} in ${target.location} is not what was written`);
      const objects = { ...listObjects(manifest), ...written };
      await writeIndex(target, name, { format: 2, takenAt: takenAt.toISOString(), objects });
      await assertComplete(target, name, objects);
      sizes.size = sumBytes(objects);
      sizes.written = sumBytes(written);
    },
  };
}

const sumBytes = (objects: Index['objects']) =>
  Object.values(objects).reduce((sum, { bytes }) => sum + bytes, 0);

/** The objects of the uploads, in whichever backup they are. */
function listObjects({ files }: Manifest): Index['objects'] {
  return Object.fromEntries(
    Object.entries(files).map(([upload, { bytes, sha256, storedBy }]) => [
      objectName(storedBy as string, uploadPath(upload)),
      { bytes, sha256 },
    ]),
  );
}

/** The uploads that the last backup refers to and that are still there. */
async function readEarlierUploads(target: TargetStorage, now: Date) {
  const names = await listNames(target);
  const { objects, damaged } = await readLastIndex(target, findBackups(names));
  const part = Math.floor(now.getTime() / dayMs) % checkedParts;
  const isChecked = ({ sha256 }: Digest) =>
    Number.parseInt(sha256.slice(0, 8), 16) % checkedParts === part;
  for (const [object] of objects) if (!names.has(object)) damaged.add(object);
  const checked = objects.filter(([object, digest]) => !damaged.has(object) && isChecked(digest));
  for (const object of await findDamaged(target, checked)) damaged.add(object);

  const uploads = new Map<string, Manifest['files'][string]>();
  for (const [object, digest] of objects) {
    const [, storedBy, path] = /^([^/]+)\/(uploads\/.+)\.age$/.exec(object) ?? [];
    if (storedBy && path && !damaged.has(object)) uploads.set(path, { ...digest, storedBy });
  }
  return { uploads, damaged: [...damaged] };
}

/** A damaged index makes the next backup larger, but must not prevent it. */
async function readLastIndex(target: TargetStorage, backups: string[]) {
  const damaged = new Set<string>();
  for (const backup of backups.toReversed()) {
    try {
      return { objects: Object.entries((await readIndex(target, backup)).objects), damaged };
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      damaged.add(indexName(backup));
    }
  }
  return { objects: [], damaged };
}

/** Reads objects again and returns those that are not what was stored. */
async function findDamaged(target: TargetStorage, objects: [string, Digest][]): Promise<string[]> {
  const damaged: string[] = [];
  await forEachAtOnce(objects, readsAtOnce, async ([object, expected]) => {
    const content = await target.read(object);
    const mismatch = new Error(object);
    try {
      if (!content) throw mismatch;
      for await (const _ of verifyBytes(content, expected, () => mismatch));
    } catch (error) {
      if (error !== mismatch) throw error;
      damaged.push(object);
    }
  });
  return damaged;
}

/** Should another server have believed that this one is dead, it may have deleted what it wrote. */
async function assertComplete(
  target: TargetStorage,
  backup: string,
  objects: Index['objects'],
): Promise<void> {
  const names = await listNames(target);
  const missing = Object.keys(objects).find((object) => !names.has(object));
  if (!missing) return;
  await target.delete(indexName(backup));
  throw new Error(`${missing} disappeared from ${target.location} during the backup`);
}
