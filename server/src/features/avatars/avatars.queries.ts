import type { PendingAvatar } from '@lop-xanh/contract/avatars';
import { id } from '@lop-xanh/contract/fields';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { joinConsent } from '../consent/consent.service.ts';

const ownAvatar = z.object({ avt: z.string(), pending: z.string().nullable() });

/** What others see of the user, and the file that waits for approval. */
export function findOwnAvatar(db: Db, userId: number) {
  return db.one(
    ownAvatar,
    sql`
      select coalesce("user".avatar, ${defaultAvatar}) as avt, photo.file as pending
      from users "user"
      left join avatar_photos photo on photo.user_id = "user".id and not photo.is_approved
      where "user".id = ${userId}`,
  );
}

/** Locks the user, so that two choices follow each other. */
export async function lockAvatar(db: Db, userId: number): Promise<void> {
  await db.run(sql`select from users where id = ${userId} for no key update`);
}

export async function setAvatar(db: Db, userId: number, avatar: string | null): Promise<void> {
  await db.run(sql`update users set avatar = ${avatar} where id = ${userId}`);
}

/** Deletes the user's pictures, or only the one that waits. */
export async function deletePhotos(
  db: Db,
  userId: number,
  { onlyPending = false }: { onlyPending?: boolean } = {},
): Promise<void> {
  await db.run(sql`
    delete from avatar_photos
    where user_id = ${userId} and not (${onlyPending}::boolean and is_approved)`);
}

export async function insertPhoto(
  db: Db,
  { id: userId, school_id }: Actor,
  { file, isApproved }: { file: string; isApproved: boolean },
): Promise<void> {
  await db.run(sql`
    insert into avatar_photos (school_id, user_id, file, is_approved)
    values (${school_id}, ${userId}, ${file}, ${isApproved})`);
}

const storedPhoto = z.object({
  id,
  user_id: id,
  full_name: z.string(),
  school_id: id.nullable(),
  class_id: id.nullable(),
  file: z.string(),
  is_approved: z.boolean(),
});
export type StoredPhoto = z.infer<typeof storedPhoto>;

const selectPhotos = sql`
  select photo.id, photo.user_id, "user".full_name, "user".school_id, member.class_id, photo.file,
         photo.is_approved
  from avatar_photos photo
  join users "user" on "user".id = photo.user_id and "user".deleted_at is null
  left join current_members member on member.user_id = photo.user_id`;

export function findPhotoByFile(db: Db, file: string): Promise<StoredPhoto | undefined> {
  return db.maybeOne(storedPhoto, sql`${selectPhotos} where photo.file = ${file}`);
}

/** Locks a picture that waits, so that it is decided once. */
export async function lockPendingPhoto(db: Db, photoId: number): Promise<StoredPhoto | undefined> {
  return db.maybeOne(
    storedPhoto,
    sql`${selectPhotos}
      where photo.id = ${photoId}::bigint and not photo.is_approved for no key update of photo`,
  );
}

/** In place of the picture approved before. */
export async function approvePhoto(db: Db, { id: photoId, user_id }: StoredPhoto): Promise<void> {
  await db.run(sql`delete from avatar_photos where user_id = ${user_id} and is_approved`);
  await db.run(sql`update avatar_photos set is_approved = true where id = ${photoId}`);
}

const pendingPhoto = z.object({
  id,
  student_id: id,
  full_name: z.string(),
  first_name: z.string(),
  file: z.string(),
  hasConsent: z.boolean(),
});

/** Of the students who are in the class now, the oldest first. */
export function listPendingPhotos(
  db: Db,
  classId: number,
): Promise<(Omit<PendingAvatar, 'avt'> & { file: string })[]> {
  return db.many(
    pendingPhoto,
    sql`
      select photo.id, student.id as student_id, student.full_name, student.first_name, photo.file,
             consent.is_given as "hasConsent"
      from current_members member
      join users student on student.id = member.user_id and student.status = 'active'
      join avatar_photos photo on photo.user_id = student.id and not photo.is_approved
      ${joinConsent(sql`student`)}
      where member.class_id = ${classId} and student.role = 'Student'
      order by photo.id`,
  );
}
