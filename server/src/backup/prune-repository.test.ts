import { Readable } from 'node:stream';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../testing/test-app.ts';
import { openTarget, type TargetStorage } from './backup-target.ts';
import { createEncrypter } from './encryption.ts';
import type { Manifest } from './manifest.ts';
import { pruneRepository } from './prune-repository.ts';
import { findBackups, listNames, readIndex } from './repository.ts';
import { addToRepository } from './write-repository.ts';

const encrypter = createEncrypter([await identityToRecipient(await generateX25519Identity())]);

/** Adds a backup of some days ago that holds these uploads. */
async function addBackup(target: TargetStorage, daysAgo: number, uploads: string[]) {
  const takenAt = new Date(Date.now() - daysAgo * 24 * 3_600_000);
  const writer = await addToRepository(target, encrypter, takenAt);
  const files: Manifest['files'] = {};
  for (const name of uploads) {
    const content = Readable.from([Buffer.from(name)]);
    files[name] = writer.findUpload(name) ?? (await writer.writeUpload(name, content));
  }
  const rest = { migrations: [], tables: {}, counters: {}, missing: [] };
  await writer.finish({ format: 2, takenAt: takenAt.toISOString(), files, ...rest });
  return writer.name;
}

async function findMissing(target: TargetStorage): Promise<string[]> {
  const names = await listNames(target);
  const indexes = await Promise.all(findBackups(names).map((name) => readIndex(target, name)));
  return indexes.flatMap(({ objects }) => Object.keys(objects)).filter((name) => !names.has(name));
}

test('every backup that counts is complete whenever the deletion of old ones is interrupted', async () => {
  const target = await openTarget({ folder: makeFolder(onTestFinished) });
  const [shared, ...own] = ['aa/chung.webp', 'aa/mot.webp', 'aa/hai.webp', 'aa/ba.webp'] as const;
  for (const [index, name] of own.entries()) await addBackup(target, 9 - index, [shared, name]);
  const last = await addBackup(target, 1, [shared]);

  const prune = (part: TargetStorage) => pruneRepository(part, { days: 1, weeks: 0, months: 0 });
  let interruptions = 0;
  const pruneUntilKilled = async () => {
    let deletions = 0;
    const killed = async (name: string) => {
      if (deletions === 1) throw new Error('killed');
      deletions += 1;
      await target.delete(name);
    };
    const isDone = await prune({ ...target, delete: killed }).then(
      () => true,
      () => false,
    );
    if (!isDone) interruptions += 1;
    return isDone;
  };
  while (!(await pruneUntilKilled())) expect(await findMissing(target)).toEqual([]);
  // Of each of the three: its index, its manifest and its own upload, and the last deletion ends the last run.
  expect(interruptions).toBe(3 * 3 - 1);
  expect(findBackups(await listNames(target))).toEqual([last]);
  expect((await listNames(target)).size).toBe(3);
});
