import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import type { TargetStorage } from './backup-target.ts';
import { backupName, digest } from './manifest.ts';

/*
 * A repository holds many encrypted backups. Each writes only into a folder of its own, named after its
 * moment: `manifest.json.age`, `tables/`, `uploads/` with the files that no earlier backup has stored, and
 * last `index.json`. The index is not encrypted, because the server cannot decrypt: it lists the digests of
 * everything that the backup needs, also in the folders of earlier ones. A folder without it is no backup.
 */

/** The name tells an operator who finds the file what it is. */
export const markerFile = 'lop-xanh-backups.txt';

const objectPattern =
  /^([\dTZ-]+)\/(manifest\.json|tables\/\w+\.jsonl\.gz|uploads\/\w+\/\w+\.\w+)\.age$/;

export const objectName = (backup: string, path: string) => `${backup}/${path}.age`;
export const indexName = (backup: string) => `${backup}/index.json`;

/** The backup whose folder holds this name; undefined if we cannot have written it. */
export function findWriter(name: string): string | undefined {
  const [, folder] = objectPattern.exec(name) ?? /^([\dTZ-]+)\/index\.json$/.exec(name) ?? [];
  return backupName.safeParse(folder).data;
}

const index = z.object({
  format: z.literal(2),
  takenAt: z.iso.datetime(),
  objects: z.record(z.string().regex(objectPattern), digest),
});
export type Index = z.infer<typeof index>;

export async function listNames(target: TargetStorage): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const name of target.listNames()) names.add(name);
  return names;
}

/** The complete backups among the names of a repository, oldest first. */
export function findBackups(names: Iterable<string>): string[] {
  const backups = [...names].flatMap((name) => {
    const backup = findWriter(name);
    return backup && name === indexName(backup) ? backup : [];
  });
  return backups.toSorted();
}

export async function readIndex(target: TargetStorage, backup: string): Promise<Index> {
  const content = await target.read(indexName(backup));
  const damage = new OperatorError(
    `The backup ${backup} in ${target.location} cannot be read: index.json is missing or damaged.`,
  );
  if (!content) throw damage;
  const json = await text(content);
  try {
    return index.parse(JSON.parse(json));
  } catch {
    throw damage;
  }
}

export async function writeIndex(
  target: TargetStorage,
  backup: string,
  content: Index,
): Promise<void> {
  const json = Buffer.from(JSON.stringify(content, undefined, 1));
  await target.write(indexName(backup), Readable.from([json]));
}

export const toName = (takenAt: Date) => takenAt.toISOString().replaceAll(/[:.]/g, '-');

export function toMoment(backup: string): Date {
  return new Date(backup.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/, 'T$1:$2:$3.$4'));
}

/** Written into the marker by an operator who wants this installation to use the target. */
const handover = 'new';

/**
 * Makes sure that the target is ours: a disk that is not mounted looks like an empty folder, and two
 * installations would delete each other's files.
 */
export async function claimTarget(
  target: TargetStorage,
  { installation, hasBackups }: { installation: string; hasBackups: boolean },
): Promise<void> {
  const found = await target.read(markerFile);
  const owner = found && (await text(found)).trim();
  if (owner === installation) return;
  const refuse = (problem: string) =>
    new OperatorError(
      `${problem} To use ${target.location} all the same, write the word "${handover}" into the file ${markerFile} there.`,
    );
  if (owner !== undefined && owner !== handover) {
    throw refuse('The backups there belong to another installation: use another folder or prefix.');
  }
  if (owner === undefined && hasBackups) {
    throw refuse('Earlier backups are no longer there: check that the disk is mounted.');
  }
  if (owner === undefined && (await listNames(target)).size > 0) {
    throw refuse('There are other files: use an empty folder or prefix.');
  }
  await target.write(markerFile, Readable.from([Buffer.from(`${installation}\n`)]));
}
