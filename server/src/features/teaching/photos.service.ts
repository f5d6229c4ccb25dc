import { Readable } from 'node:stream';
import { limits } from '@lop-xanh/contract/rules/limits';
import { applyHead, dot } from '@lop-xanh/contract/rules/taught-head';
import type { TaughtPhoto } from '@lop-xanh/contract/teaching';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { decodeHalves } from '../../lib/half-floats.ts';
import type { Viewer } from '../../storage/signed-urls.ts';
import type { NewFiles } from '../../storage/stored-files.ts';
import { mapInSlices } from '../../tables/map-in-slices.ts';
import { writeDailyAuditEntry } from '../audit/audit.service.ts';
import type { Classifier, PackService } from '../scan/scan.service.ts';
import { requireSchoolId } from '../schools/own-school.service.ts';
import type { SchoolHead, TaughtHeads } from './heads.service.ts';
import { findKind, findScanner, lockScanner, type StoredKind } from './kinds.queries.ts';
import { readManagedKind } from './kinds.service.ts';
import { toColumns } from './photo-columns.ts';
import {
  approvePhotoRow,
  countAllWaiting,
  countPhotos,
  countWaiting,
  deletePhotoRow,
  findPhoto,
  findPhotoByFile,
  hasFeatures,
  insertPhoto,
  listFeatures,
  listPhotosOfKind,
  type NewPhoto,
  type StoredPhoto,
} from './photos.queries.ts';
import { canDelete, canManage, canTeach, needsApproval } from './teaching.rules.ts';

export { deleteForgottenPhotos } from './photos.queries.ts';

export const taughtPath = '/uploads/taught/';

/** Photos more alike than this are taken for the same one. */
const sameSimilarity = 0.999;

type SeenPhoto = Pick<NewPhoto, 'model' | 'netLabel' | 'features' | 'deviceFeatures' | 'file'>;

/** Lets both nets see a photo, and stores it if somebody may look at it later. */
export async function preparePhoto(
  db: Db,
  actor: Actor,
  {
    kindId,
    image,
    classifier,
    packs,
    newFiles,
  }: {
    kindId: number;
    image: string;
    classifier: Classifier;
    packs: PackService;
    newFiles: NewFiles;
  },
): Promise<SeenPhoto> {
  const kind = await readTaughtKind(db, actor, kindId);
  const { pair: model } = await classifier.readChecksums();
  await checkRoom(db, actor, { ...kind, model });
  const scanner = await findScanner(db, kind.school_id);
  const isStored = needsApproval(actor) || scanner?.keeps_photos === true;
  const described = await classifier.describe(image, {
    withCopy: isStored,
    caller: String(actor.id),
  });
  const columns = toColumns(described, await packs.readOwn(db, actor));
  await rejectRepeated(db, kind, { model, ...columns });
  const copy = described.copy && Buffer.from(described.copy);
  const file = copy ? await newFiles.add('webp', copy.length, Readable.from([copy])) : null;
  return { model, file, ...columns };
}

/** Must run in a transaction, like everything below that writes. */
export async function addPhoto(
  db: Db,
  actor: Actor,
  kindId: number,
  photo: SeenPhoto,
): Promise<{ id: number; is_pending: boolean }> {
  const { school_id: schoolId } = await readTaughtKind(db, actor, kindId);
  const scanner = await lockScanner(db, schoolId);
  // Somebody else may have deleted it meanwhile.
  const kind = await readTaughtKind(db, actor, kindId);
  const { model, features } = photo;
  await checkRoom(db, actor, { ...kind, model });
  // The same photo, sent twice at once.
  if (await hasFeatures(db, { schoolId, kindId, model, features })) {
    throw new AppError('photo_already_taught');
  }
  const isPending = needsApproval(actor);
  const keepsFile = isPending || scanner?.keeps_photos;
  const id = await insertPhoto(db, {
    ...photo,
    schoolId,
    kindId,
    classId: isPending ? (actor.class_ids[0] ?? null) : null,
    addedBy: actor.id,
    isApproved: !isPending,
    file: keepsFile ? photo.file : null,
  });
  if (!isPending) await recordWork(db, actor, { action: 'changed', kind });
  return { id, is_pending: isPending };
}

export async function approvePhoto(
  db: Db,
  actor: Actor,
  { photoId, model }: { photoId: number; model: string },
): Promise<void> {
  const { photo, scanner } = await lockPhoto(db, actor, photoId, canManage);
  if (!photo.is_pending) return;
  const kind = { id: photo.kind_id, school_id: photo.school_id, name: photo.kind_name };
  await checkRoomForKind(db, { ...kind, model });
  // The current nets have yet to see a photo of a former model; then its file goes.
  const keepsFile = scanner.keeps_photos || photo.model !== model;
  await approvePhotoRow(db, { photoId, approvedBy: actor.id, keepsFile });
  await recordWork(db, actor, { action: 'approved', kind });
}

export async function deletePhoto(db: Db, actor: Actor, photoId: number): Promise<void> {
  const { photo } = await lockPhoto(db, actor, photoId, canDelete);
  await deletePhotoRow(db, photoId);
  // A student takes it back before anybody has decided.
  if (!canManage(actor, photo)) return;
  const kind = { id: photo.kind_id, school_id: photo.school_id, name: photo.kind_name };
  await recordWork(db, actor, { action: photo.is_pending ? 'rejected' : 'deleted', kind });
}

export async function countWaitingPhotos(db: Db, actor: Actor): Promise<{ photo_count: number }> {
  return { photo_count: await countAllWaiting(db, requireSchoolId(actor, undefined)) };
}

export async function readPhotos(
  db: Db,
  heads: TaughtHeads,
  { actor, signer }: Viewer,
  kindId: number,
): Promise<TaughtPhoto[]> {
  const { school_id: schoolId } = await readManagedKind(db, actor, kindId);
  const head = await heads.load(schoolId);
  const photos = await listPhotosOfKind(db, { schoolId, kindId, model: head.model });
  return mapInSlices(photos, ({ file, features, ...photo }) => ({
    ...photo,
    url: file && signer.sign(`${taughtPath}${file}`, actor),
    seen_as: (features ? recognize(head, features) : head.seenAs.get(photo.id))?.name ?? null,
  }));
}

/** The kind of a photo that waits. */
function recognize({ head }: SchoolHead, features: Buffer): StoredKind | undefined {
  return applyHead(head, decodeHalves(features)).found;
}

/** Undefined if there is no such photo. */
export async function canReadTaughtPhoto(
  db: Db,
  actor: Actor,
  file: string,
): Promise<boolean | undefined> {
  const photo = await findPhotoByFile(db, file);
  return photo && canManage(actor, photo);
}

async function readTaughtKind(db: Db, actor: Actor, kindId: number): Promise<StoredKind> {
  const kind = await findKind(db, kindId);
  if (!kind || !canTeach(actor, kind)) throw new AppError('not_found');
  return kind;
}

async function lockPhoto(
  db: Db,
  actor: Actor,
  photoId: number,
  isAllowed: (actor: Actor, photo: StoredPhoto) => boolean,
) {
  const find = async () => {
    const photo = await findPhoto(db, photoId);
    if (!photo || !isAllowed(actor, photo)) throw new AppError('not_found');
    return photo;
  };
  const scanner = await lockScanner(db, (await find()).school_id);
  if (!scanner) throw new AppError('not_found');
  // Somebody else may have decided meanwhile.
  return { photo: await find(), scanner };
}

type KindFacts = Pick<StoredKind, 'id' | 'school_id' | 'name'>;

/** Waiting photos count for the student who sent them, so that nobody fills the scanner alone. */
async function checkRoom(db: Db, actor: Actor, kind: KindOfModel): Promise<void> {
  await checkRoomForKind(db, kind);
  if (!needsApproval(actor)) return;
  const { id: kindId, school_id: schoolId } = kind;
  const waiting = await countWaiting(db, { userId: actor.id, schoolId, kindId });
  if (waiting.of_student >= limits.maxWaitingPhotos) throw new AppError('too_many_waiting_photos');
  if (waiting.of_kind >= limits.maxWaitingPhotosOfKind) {
    throw new AppError('too_many_waiting_of_kind');
  }
}

type KindOfModel = KindFacts & { model: string };

async function checkRoomForKind(db: Db, { id, school_id, model }: KindOfModel): Promise<void> {
  const counts = await countPhotos(db, { schoolId: school_id, kindId: id, model });
  if (counts.of_kind >= limits.maxTaughtPhotosPerKind) {
    throw new AppError('too_many_photos_of_kind');
  }
  if (counts.all >= limits.maxTaughtPhotos) throw new AppError('too_many_taught_photos');
}

async function rejectRepeated(
  db: Db,
  { id: kindId, school_id: schoolId }: KindFacts,
  { model, features }: Pick<SeenPhoto, 'model' | 'features'>,
): Promise<void> {
  const seen = decodeHalves(features);
  const others = await listFeatures(db, { schoolId, kindId, model });
  await mapInSlices(others, (other) => {
    if (dot(decodeHalves(other), seen) > sameSimilarity) throw new AppError('photo_already_taught');
  });
}

function recordWork(
  db: Db,
  actor: Actor,
  {
    action,
    kind: { id, name, school_id: schoolId },
  }: { action: 'changed' | 'approved' | 'rejected' | 'deleted'; kind: KindFacts },
): Promise<void> {
  const details = { fields: ['photos'] };
  return writeDailyAuditEntry(db, actor, {
    action,
    subject: 'scanner',
    id,
    name,
    schoolId,
    details,
  });
}
