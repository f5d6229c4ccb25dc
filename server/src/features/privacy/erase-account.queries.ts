import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { erasedName, erasedUsername, type Subject } from './erasure.queries.ts';

/** The person leaves their class, and their username as the one who moved others is replaced. */
export async function emptyMemberships(
  db: Db,
  { id: userId, school_ids }: Subject,
): Promise<number> {
  const username = erasedUsername(userId);
  return db.run(sql`
    update memberships
    set ended_at = case when user_id = ${userId} and (ended_at is null or ended_at > now())
          then greatest(started_at, now()) else ended_at end,
        started_by_username = case when started_by = ${userId} then ${username}
          else started_by_username end,
        ended_by_username = case when ended_by = ${userId} then ${username} else ended_by_username end
    where id in (
      select id from memberships where user_id = ${userId}
      union
      select id from memberships
      where school_id = any(${school_ids}::bigint[]) and ${userId}::bigint in (started_by, ended_by))`);
}

/** Everything that lets them in or says when they came. */
export async function deleteLogins(db: Db, { id: userId, username }: Subject): Promise<number> {
  await db.run(sql`delete from cards where student_id = ${userId}`);
  await db.run(sql`delete from login_devices where user_id = ${userId}`);
  await db.run(sql`delete from login_tries where username = lower(${username})`);
  await db.run(sql`delete from authenticators where user_id = ${userId}`);
  await db.run(sql`delete from passkeys where user_id = ${userId}`);
  await db.run(sql`delete from passkey_challenges where user_id = ${userId}`);
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`);
  await db.run(sql`delete from idempotency_keys where user_id = ${userId}`);
  await db.run(sql`delete from comment_times where user_id = ${userId}`);
  await db.run(sql`delete from moderation_presence where user_id = ${userId}`);
  return db.run(sql`delete from sessions where user_id = ${userId}`);
}

/** A parent's name and contact data in the accounts of their children. */
export async function emptyContacts(
  db: Db,
  { id: userId, full_names, unique_words }: Subject,
): Promise<void> {
  const known = sql`${unique_words}::text[]`;
  await db.run(sql`
    update users
    set parent_name = case when normalize(parent_name) = any(${full_names}::text[]) then null
          else parent_name end,
        email = case when email = any(${known}) then null else email end,
        phone = case when phone = any(${known}) then null else phone end
    where id in (select student_id from parents_children where parent_id = ${userId})`);
}

/** The next cleanup deletes the files if nobody does so before. */
export async function deleteAvatarPhotos(db: Db, { id: userId }: Subject): Promise<void> {
  const files = await db.values(
    z.string(),
    sql`delete from avatar_photos where user_id = ${userId} returning file`,
  );
  await db.run(sql`
    update stored_files set unreferenced_since = 'epoch' where name = any(${files}::text[])`);
}

/** What they taught stays without a name, unless nobody has approved it; the photos go. */
export async function emptyTaughtPhotos(db: Db, { id: userId }: Subject): Promise<void> {
  const files = await db.values(
    z.string(),
    sql`select file from taught_photos where added_by = ${userId} and file is not null`,
  );
  await db.run(sql`delete from taught_photos where added_by = ${userId} and approved_at is null`);
  await db.run(sql`
    update taught_photos set added_by = null, class_id = null, file = null where added_by = ${userId}`);
  await db.run(sql`update taught_photos set approved_by = null where approved_by = ${userId}`);
  await db.run(sql`update taught_kinds set created_by = null where created_by = ${userId}`);
  await db.run(sql`
    update stored_files set unreferenced_since = 'epoch' where name = any(${files}::text[])`);
}

/** The row stays without a name. */
export async function emptyUser(db: Db, { id: userId }: Subject): Promise<void> {
  await db.run(sql`
    delete from parents_children where parent_id = ${userId} or student_id = ${userId}`);
  await db.run(sql`
    update users
    set username = ${erasedUsername(userId)}, password_hash = '', first_name = ${erasedName},
        last_name = '', identifier_code = null, email = null, phone = null, parent_name = null,
        avatar = null, language = null, birth_date = null, sex = null, muted_kinds = '{}',
        status = 'inactive', second_factor_at = null, last_login_at = null,
        version = version + 1, deleted_at = coalesce(deleted_at, now()), erased_at = now()
    where id = ${userId}`);
  await db.run(sql`delete from former_user_names where user_id = ${userId}`);
  await db.run(sql`delete from used_usernames where user_id = ${userId}`);
  await db.run(sql`delete from used_codes where user_id = ${userId}`);
}
