import { id } from '@lop-xanh/contract/fields';
import type { NotificationType } from '@lop-xanh/contract/notifications';
import { roles } from '@lop-xanh/contract/rules/roles';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { isAboutUser } from '../audit/audit.service.ts';

export const erasedName = 'Đã xóa';
const erasedComment = 'Bình luận đã được xóa';

/** The username that stays in records of what an erased user did. */
const erasedUsername = (userId: number) => `erased-${userId}`;

const subject = z.object({
  id,
  role: z.enum(roles),
  school_id: id.nullable(),
  is_erased: z.boolean(),
  /** In microseconds. */
  created_at: z.string(),
  username: z.string(),
  /** Of today, of former times and on attendance sheets. */
  full_names: z.array(z.string()),
  /** Username, code, email and phone. */
  unique_words: z.array(z.string()),
  /** Every school that the person, or a child of theirs, has been in. */
  school_ids: z.array(id),
  /** Every class they attended or taught, or that their children attended. */
  class_ids: z.array(id),
});
export type Subject = z.infer<typeof subject>;

/** `created_at` exactly as PostgreSQL keeps it. */
export const exactCreation = (user: Sql) =>
  sql`(extract(epoch from ${user}.created_at) * 1000000)::bigint::text`;

/** Locks the user, so that two erasures of one person follow each other. */
export async function lockSubject(db: Db, userId: number): Promise<Subject | undefined> {
  await db.run(sql`select from users where id = ${userId} for update`);
  return db.maybeOne(
    subject,
    sql`
      with membership as (
        select school_id, class_id from memberships
        where user_id = ${userId}
          or user_id in (select student_id from parents_children where parent_id = ${userId})
      )
      select subject.id, subject.role, subject.school_id, subject.erased_at is not null as is_erased,
             ${exactCreation(sql`subject`)} as created_at, subject.username,
             array(
               select normalize(subject.full_name)
               union select normalize(btrim(last_name || ' ' || first_name))
                 from former_user_names where user_id = subject.id
               union select normalize(full_name) from student_names where student_id = subject.id
             ) as full_names,
             array_remove(array[subject.username, subject.identifier_code, subject.email, subject.phone],
               null) as unique_words,
             array(
               select school_id from membership
               union select subject.school_id where subject.school_id is not null
             ) as school_ids,
             array(select distinct class_id from membership) as class_ids
      from users subject where subject.id = ${userId}`,
  );
}

/** Lets this transaction change what is otherwise never changed. */
export async function openAppendOnlyTables(db: Db): Promise<void> {
  await db.run(sql`set local lop_xanh.erasing = 'on'`);
}

/** Counts what stays without a name. */
export function countKept(db: Db, { id: userId }: Subject) {
  return db.one(
    z.object({
      comments: z.number(),
      likes: z.number(),
      posts: z.number(),
      attendance: z.number(),
      memberships: z.number(),
      consents: z.number(),
    }),
    sql`
      select (select count(*) from comments where user_id = ${userId}) as comments,
             (select count(*) from likes where user_id = ${userId}) as likes,
             (select count(*) from posts where author_id = ${userId}) as posts,
             (select count(*) from attendance_records where student_id = ${userId}) as attendance,
             (select count(*) from memberships where user_id = ${userId}) as memberships,
             (select count(*) from photo_consents where student_id = ${userId}) as consents`,
  );
}

/** The texts go; a held or hidden comment stays held or hidden. */
export function emptyComments(db: Db, { id: userId }: Subject): Promise<number> {
  return db.run(sql`
    update comments set text = ${erasedComment}, reason = null, version = version + 1
    where user_id = ${userId}`);
}

/** The reports that the person wrote, and those on their comments. */
export function emptyReports(db: Db, { id: userId }: Subject): Promise<number> {
  return db.run(sql`
    update comment_reports report set reason = ${erasedName}
    from (
      select comment_id, user_id from comment_reports where user_id = ${userId}
      union
      select report.comment_id, report.user_id
      from comments comment join comment_reports report on report.comment_id = comment.id
      where comment.user_id = ${userId}
    ) linked
    where report.comment_id = linked.comment_id and report.user_id = linked.user_id`);
}

export function emptyNotes(db: Db, { id: userId }: Subject): Promise<number> {
  return db.run(sql`
    update attendance_records set note = null where student_id = ${userId} and note is not null`);
}

export function emptyCorrections(db: Db, { id: userId }: Subject): Promise<number> {
  return db.run(sql`
    update attendance_corrections set former_note = null, reason = ${erasedName}
    where student_id = ${userId}`);
}

/** Why the student was absent, and what a parent wrote about their children. */
export function emptyLeaveNotes(db: Db, { id: userId }: Subject): Promise<number> {
  return db.run(sql`
    update leave_notes set reason = ${erasedName}
    where id in (
      select id from leave_notes where student_id = ${userId}
      union select id from leave_notes where sent_by = ${userId})`);
}

export function deleteReads(db: Db, { id: userId }: Subject): Promise<number> {
  return db.run(sql`delete from post_reads where user_id = ${userId}`);
}

export function emptyNamesOfTheDay(db: Db, { id: userId }: Subject): Promise<number> {
  return db.run(
    sql`update student_names set full_name = ${erasedName} where student_id = ${userId}`,
  );
}

/** The guardians on a student's forms; of a parent their own name on the forms of their children. */
export function emptyConsents(db: Db, { id: userId, full_names }: Subject): Promise<number> {
  return db.run(sql`
    update photo_consents set guardian_name = null
    where guardian_name is not null and id in (
      select id from photo_consents where student_id = ${userId}
      union
      select consent.id from parents_children family
      join photo_consents consent on consent.student_id = family.student_id
      where family.parent_id = ${userId}
        and normalize(consent.guardian_name) = any(${full_names}::text[]))`);
}

export function emptyDepartures(db: Db, { id: userId, school_ids }: Subject): Promise<number> {
  return db.run(sql`
    update departures set destination = null
    where school_id = any(${school_ids}::bigint[]) and student_id = ${userId}`);
}

/** Requests about the person, and what they wrote when they asked for somebody else. */
export function emptyRequests(db: Db, { id: userId }: Subject): Promise<number> {
  return db.run(sql`
    update data_requests request
    set requester_name = ${erasedName}, details = null,
        answer = case when answer is not null then ${erasedName} end,
        result = case when result is not null then ${erasedName} end
    where id in (
      select id from data_requests where subject_id = ${userId}
      union select id from data_requests where requested_by = ${userId})`);
}

/** The types whose `ref_id` is a user. */
const typesAboutUsers = [
  'attendance_corrected',
  'child_absent',
  'leave_note',
  'leave_decided',
  'password_reset',
  'consent_withdrawn',
  'request_filed',
  'request_answered',
  'request_done',
  'avatar_decided',
] satisfies NotificationType[];

/** Who may have got notifications from these schools. */
export const recipients = (schoolIds: number[]) => sql`
  select id from users where school_id = any(${schoolIds}::bigint[])
  union
  select parent_id from users student join parents_children on student_id = student.id
  where student.school_id = any(${schoolIds}::bigint[])`;

/** Their own, and those that tell others about them. */
export function deleteNotifications(db: Db, { id: userId, school_ids }: Subject): Promise<number> {
  return db.run(sql`
    delete from notifications where id in (
      select id from notifications where user_id = ${userId}
      union all
      select notification.id from (${recipients(school_ids)}) recipient
      join notifications notification on notification.user_id = recipient.id
      where notification.ref_id = ${userId} and notification.type = any(${typesAboutUsers}::text[]))`);
}

/**
 * Empties the entries about the person and replaces their username as the actor. An entry of a correction
 * is about a class: it is found by the moment of its transaction and the name.
 */
export function emptyAuditEntries(
  db: Db,
  { id: userId, school_ids, full_names }: Subject,
): Promise<number> {
  return db.run(sql`
    update audit_log entry
    set actor = case when actor_id = ${userId} then ${erasedUsername(userId)} else actor end,
        subject_name = case when is_about then ${erasedName} else subject_name end,
        details = case when is_about
            then jsonb_strip_nulls(jsonb_build_object('fields', details->'fields'))
          when is_comment then details #- '{new,reason}'
          when is_family then details - 'student'
          else details end
    from (
      select id, bool_or(is_about) as is_about, bool_or(is_comment) as is_comment,
             bool_or(is_family) as is_family
      from (
        select id, false as is_about, false as is_comment, false as is_family
        from audit_log where actor_id = ${userId}
        union all
        select id, true, false, false from audit_log where ${isAboutUser(sql`audit_log`, userId)}
        union all
        select entry.id, true, false, false from data_requests request
        join audit_log entry on entry.subject = 'data_request' and entry.subject_id = request.id
        where request.subject_id = ${userId}
        union all
        select entry.id, true, false, false from attendance_corrections correction
        join audit_log entry on entry.school_id = correction.school_id
          and entry.subject = 'attendance' and entry.at = correction.corrected_at
        where correction.student_id = ${userId} and entry.action = 'corrected'
          and normalize(entry.subject_name) = any(${full_names}::text[])
        union all
        select id, true, false, false from audit_log
        where school_id = any(${school_ids}::bigint[]) and subject = 'substitute'
          and details->'teacher_id' = to_jsonb(${userId}::bigint)
        union all
        select id, false, false, true from audit_log
        where school_id = any(${school_ids}::bigint[]) and action in ('linked', 'unlinked')
          and details->'student_id' = to_jsonb(${userId}::bigint)
        union all
        select entry.id, false, true, false from comments comment
        join audit_log entry on entry.subject = 'comment' and entry.subject_id = comment.id
        where comment.user_id = ${userId}
      ) found group by id
    ) linked
    where entry.id = linked.id`);
}

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
