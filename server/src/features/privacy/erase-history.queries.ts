import type { NotificationType } from '@lop-xanh/contract/notifications';
import sql from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import { isAboutUser } from '../audit/audit.service.ts';
import { erasedName, erasedUsername, type Subject } from './erasure.queries.ts';

const erasedComment = 'Bình luận đã được xóa';

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
