import { Readable } from 'node:stream';
import { limits } from '@lop-xanh/contract/rules/limits';
import { dot, featureCounts } from '@lop-xanh/contract/rules/taught-head';
import { type TaughtSet, taughtSet } from '@lop-xanh/contract/teaching';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { decodeHalves } from '../../lib/half-floats.ts';
import { normalizeText } from '../../lib/normalize-text.ts';
import { mapInSlices } from '../../tables/map-in-slices.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { requireSchoolId } from '../schools/own-school.service.ts';
import {
  findScanner,
  insertKind,
  listKinds,
  lockScanner,
  type StoredKind,
} from './kinds.queries.ts';
import {
  countPhotos,
  type Example,
  type ImportedPhoto,
  insertImportedPhotos,
  listExamples,
  listFeatures,
} from './photos.queries.ts';

/** Half-precision floats round a little. */
const maxLengthError = 0.01;

export async function exportTaught(
  db: Db,
  actor: Actor,
  { school_id, model }: { school_id: number | undefined; model: string },
): Promise<{ name: string; bytes: Readable }> {
  const schoolId = requireSchoolId(actor, school_id);
  if (!(await findScanner(db, schoolId))) throw new AppError('not_found');
  const kinds = await listKinds(db, schoolId);
  const examples = await listExamples(db, schoolId, model);
  await writeAuditEntries(db, actor, {
    action: 'exported',
    subject: 'scanner',
    name: '',
    schoolId,
    details: { kinds: kinds.length, photos: examples.length },
  });
  return { name: 'may-quet-rac.json', bytes: Readable.from(writeTaught(model, kinds, examples)) };
}

/** One kind after the other, since all of them at once would hold up other requests. */
function* writeTaught(model: string, kinds: StoredKind[], examples: Example[]): Generator<string> {
  const head: Omit<TaughtSet, 'kinds'> = { format: 'lop-xanh-taught', version: 1, model };
  yield `${JSON.stringify(head).slice(0, -1)},"kinds":[`;
  for (const [index, { id, label, name, group, advice }] of kinds.entries()) {
    const photos = examples
      .filter(({ kind_id }) => kind_id === id)
      .map(({ features, device_features, net_label }) => ({
        features: features.toString('base64'),
        device_features: device_features.toString('base64'),
        net_label,
      }));
    const kind: TaughtSet['kinds'][number] = { label, name, group, advice, photos };
    yield `${index > 0 ? ',' : ''}${JSON.stringify(kind)}`;
  }
  yield ']}';
}

/** Checks everything about a set, which may come from anywhere. */
export async function parseTaught(taught: unknown, model: string): Promise<TaughtSet> {
  const { data } = taughtSet.safeParse(taught);
  if (!data) throw new AppError('taught_unreadable');
  if (data.model !== model) throw new AppError('taught_by_other_model');
  const photos = data.kinds.flatMap((kind) => kind.photos);
  if (photos.length > limits.maxTaughtPhotos) throw new AppError('too_many_taught_photos');
  await mapInSlices(photos, (photo) => {
    photo.features = checkFeatures(photo.features, featureCounts.server);
    photo.device_features = checkFeatures(photo.device_features, featureCounts.device);
  });
  return data;
}

/** Returns them written again, since PostgreSQL reads Base64 more strictly. */
function checkFeatures(text: string, count: number): string {
  const bytes = Buffer.from(text, 'base64');
  const features = decodeHalves(bytes);
  const length = Math.sqrt(dot(features, features));
  // False for infinite numbers and those that are none, too.
  if (features.length !== count || !(Math.abs(length - 1) < maxLengthError)) {
    throw new AppError('taught_unreadable');
  }
  return bytes.toString('base64');
}

/** Joins the kinds of the same name, and skips photos that are there already. Must run in a transaction. */
export async function importTaught(
  db: Db,
  actor: Actor,
  { model, kinds }: TaughtSet,
): Promise<{ kind_count: number; photo_count: number }> {
  const schoolId = requireSchoolId(actor, undefined);
  if (!(await lockScanner(db, schoolId))) throw new AppError('not_found');
  const known = new Map(
    (await listKinds(db, schoolId)).map(({ id, name }) => [toNameKey(name), id]),
  );
  const added: number[] = [];
  const photos: ImportedPhoto[] = [];
  for (const { photos: imported, ...words } of kinds) {
    const name = normalizeText(words.name);
    let kindId = known.get(toNameKey(name));
    if (kindId === undefined) {
      if (known.size >= limits.maxTaughtKinds) throw new AppError('too_many_kinds');
      const advice = normalizeText(words.advice);
      kindId = await insertKind(db, actor, { ...words, schoolId, name, advice, isImported: true });
      known.set(toNameKey(name), kindId);
      added.push(kindId);
    }
    photos.push(...(await keepNewPhotos(db, imported, { schoolId, kindId, model })));
  }
  await checkLimits(db, { schoolId, model }, photos);
  // Kind by kind, since all of them at once would hold up other requests.
  for (const kindId of new Set(photos.map((photo) => photo.kindId))) {
    const ofKind = photos.filter((photo) => photo.kindId === kindId);
    await insertImportedPhotos(db, { schoolId, addedBy: actor.id, model, photos: ofKind });
  }
  const counts = { kind_count: added.length, photo_count: photos.length };
  await writeAuditEntries(db, actor, {
    action: 'imported',
    subject: 'scanner',
    name: '',
    schoolId,
    details: { kinds: counts.kind_count, photos: counts.photo_count },
  });
  return counts;
}

/** As the index of names compares them. */
const toNameKey = (name: string) => normalizeText(name).toLocaleLowerCase('vi');

async function keepNewPhotos(
  db: Db,
  imported: TaughtSet['kinds'][number]['photos'],
  kind: { schoolId: number; kindId: number; model: string },
): Promise<ImportedPhoto[]> {
  const seen = new Set((await listFeatures(db, kind)).map((bytes) => bytes.toString('base64')));
  return imported.flatMap(({ features, device_features: deviceFeatures, net_label: netLabel }) => {
    if (seen.has(features)) return [];
    seen.add(features);
    return [{ kindId: kind.kindId, netLabel, features, deviceFeatures }];
  });
}

async function checkLimits(
  db: Db,
  scanner: { schoolId: number; model: string },
  photos: ImportedPhoto[],
): Promise<void> {
  for (const kindId of new Set(photos.map((photo) => photo.kindId))) {
    const counts = await countPhotos(db, { ...scanner, kindId });
    const ofKind = photos.filter((photo) => photo.kindId === kindId).length;
    if (counts.of_kind + ofKind > limits.maxTaughtPhotosPerKind) {
      throw new AppError('too_many_photos_of_kind');
    }
    if (counts.all + photos.length > limits.maxTaughtPhotos) {
      throw new AppError('too_many_taught_photos');
    }
  }
}
