import type { OwnAvatar, PendingAvatar } from '@lop-xanh/contract/avatars';
import { describeProblem } from '@lop-xanh/contract/field-errors';
import { type Animal, toAnimalUrl } from '@lop-xanh/contract/rules/animals';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { readVisibleClass } from '../classes/classes.service.ts';
import { notifyOfAvatarDecision } from '../notifications/notify.service.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';
import {
  approvePhoto,
  deletePhotos,
  findOwnAvatar,
  findPhotoByFile,
  insertPhoto,
  listPendingPhotos,
  lockAvatar,
  lockPendingPhoto,
  setAvatar,
} from './avatars.queries.ts';
import { canDecide, canReadPhoto, needsApproval } from './avatars.rules.ts';

export const avatarsPath = '/uploads/avatars/';

export async function readAvatar(db: Db, actor: Actor): Promise<OwnAvatar> {
  const { avt, pending } = await findOwnAvatar(db, actor.id);
  return { avt, pending_avt: pending && `${avatarsPath}${pending}` };
}

/** Must run in a transaction, like everything here that writes. */
export async function chooseAnimal(
  db: Db,
  actor: Actor,
  animal: Animal | null,
): Promise<OwnAvatar> {
  await lockAvatar(db, actor.id);
  await deletePhotos(db, actor.id);
  await setAvatar(db, actor.id, animal && toAnimalUrl(animal));
  return readAvatar(db, actor);
}

export async function savePhoto(
  db: Db,
  actor: Actor,
  files: readonly { file: string }[],
): Promise<OwnAvatar> {
  const [photo] = files;
  if (!photo) {
    const issues = [{ path: 'avatar', ...describeProblem('thumbnail_required') }];
    throw new AppError('invalid_input', { issues });
  }
  const isApproved = !needsApproval(actor);
  await lockAvatar(db, actor.id);
  await deletePhotos(db, actor.id, { onlyPending: !isApproved });
  await insertPhoto(db, actor, { file: photo.file, isApproved });
  if (isApproved) await setAvatar(db, actor.id, `${avatarsPath}${photo.file}`);
  return readAvatar(db, actor);
}

export async function readPendingAvatars(
  db: Db,
  actor: Actor,
  classId: number,
): Promise<PendingAvatar[]> {
  const { id } = await readVisibleClass(db, actor, classId);
  const photos = await listPendingPhotos(db, id);
  return photos.map(({ file, ...photo }) => ({ ...photo, avt: `${avatarsPath}${file}` }));
}

export async function decidePhoto(
  db: Db,
  actor: Actor,
  { id, status }: { id: number; status: 'approved' | 'rejected' },
): Promise<void> {
  const photo = await lockPendingPhoto(db, id);
  if (!photo || !(canDecide(actor, photo) || isInOwnSchool(actor, photo))) {
    throw new AppError('not_found');
  }
  if (!canDecide(actor, photo)) throw new AppError('forbidden');
  const { user_id: userId, full_name: name, school_id: schoolId, file } = photo;
  if (status === 'approved') {
    await approvePhoto(db, photo);
    await setAvatar(db, userId, `${avatarsPath}${file}`);
  } else await deletePhotos(db, userId, { onlyPending: true });
  await notifyOfAvatarDecision(db, actor, { userId, status });
  await writeAuditEntries(db, actor, {
    action: status,
    subject: 'avatar',
    id: userId,
    name,
    schoolId,
  });
}

/** Undefined if there is no such picture. */
export async function canReadAvatar(
  db: Db,
  actor: Actor,
  name: string,
): Promise<boolean | undefined> {
  const photo = await findPhotoByFile(db, name);
  return photo && canReadPhoto(actor, photo);
}
