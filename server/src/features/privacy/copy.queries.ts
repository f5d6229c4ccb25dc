import { correction, isExcused } from '@lop-xanh/contract/attendance';
import { auditActions, auditSubjects } from '@lop-xanh/contract/audit';
import { consentDecisions, consentEvidences, consentSides } from '@lop-xanh/contract/consent';
import { session } from '@lop-xanh/contract/factors';
import { id } from '@lop-xanh/contract/fields';
import { leaveStatuses } from '@lop-xanh/contract/leave';
import { type NotificationType, notificationTypes } from '@lop-xanh/contract/notifications';
import { requestKinds, requestStatuses } from '@lop-xanh/contract/privacy';
import { pushKinds } from '@lop-xanh/contract/rules/push-kinds';
import { roles } from '@lop-xanh/contract/rules/roles';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { joinCorrections, listOfCorrections } from '../attendance/corrections.service.ts';
import { classNameAt } from '../classes/memberships.service.ts';
import { isAboutUser } from './audit-about-user.ts';

const text = z.string();
const optional = z.string().nullable();

const account = z.object({
  id,
  username: text,
  role: z.enum(roles),
  school_id: id.nullable(),
  school_name: optional,
  full_name: text,
  last_name: text,
  first_name: text,
  identifier_code: optional,
  birth_date: optional,
  sex: optional,
  email: optional,
  phone: optional,
  parent_name: optional,
  status: text,
  language: optional,
  muted_kinds: z.array(z.enum(pushKinds)),
  avatar: optional,
  created_at: text,
});

export function findAccountToCopy(db: Db, userId: number) {
  return db.one(
    account,
    sql`
      select person.id, person.username, person.role, person.school_id, school.school_name,
             person.full_name, person.last_name, person.first_name, person.identifier_code,
             person.birth_date, person.sex, person.email, person.phone, person.parent_name,
             person.status, person.language, person.muted_kinds, person.avatar,
             person.created_at
      from users person left join schools school on school.id = person.school_id
      where person.id = ${userId}::bigint`,
  );
}

/** The children of a parent; of one school, or of all if it is null. */
export function listChildrenToCopy(
  db: Db,
  { parentId, schoolId }: { parentId: number; schoolId: number | null },
): Promise<number[]> {
  return db.values(
    id,
    sql`
      select child.id
      from parents_children link join users child on child.id = link.student_id
      where link.parent_id = ${parentId}::bigint and child.deleted_at is null
        and (${schoolId}::bigint is null or child.school_id = ${schoolId}::bigint)
      order by child.id`,
  );
}

/** A post is shown by its title only as long as its readers can open it. */
const shownTitle = (userId: number) => sql`
  case when post.status = 'approved' or post.author_id = ${userId}::bigint then post.title end`;

const toStatus = (isPresent: Sql) => sql`case when ${isPresent} then 'present' else 'absent' end`;

/** What these notifications say is about the user in `ref_id`. */
const typesAboutUsers: NotificationType[] = [
  'attendance_corrected',
  'child_absent',
  'leave_note',
  'leave_decided',
  'consent_withdrawn',
  'request_filed',
  'request_answered',
  'request_done',
  'avatar_decided',
];

/** Every list about a person, each with its statement. The keys are those of data.json. */
const lists = {
  former_names: {
    row: z.object({ full_name: text, until: text }),
    select: ({ userId }: Person) => sql`
      select trim(last_name || ' ' || first_name) as full_name, until
      from former_user_names where user_id = ${userId}::bigint order by until`,
  },
  former_usernames: {
    row: z.object({ username: text }),
    select: ({ userId }: Person) => sql`
      select used.username from used_usernames used join users person on person.id = used.user_id
      where used.user_id = ${userId}::bigint and used.username <> lower(person.username)
      order by used.username`,
  },
  former_codes: {
    row: z.object({ code: text }),
    select: ({ userId }: Person) => sql`
      select used.code from used_codes used join users person on person.id = used.user_id
      where used.user_id = ${userId}::bigint and used.code is distinct from person.identifier_code
      order by used.code`,
  },
  consents: {
    row: z.object({
      side: z.enum(consentSides),
      decision: z.enum(consentDecisions),
      evidence: z.enum(consentEvidences),
      guardian_name: optional,
      decided_on: text,
      recorded_by: text,
      recorded_at: text,
    }),
    select: ({ userId }: Person) => sql`
      select consent.side, consent.decision, consent.evidence, consent.guardian_name,
             consent.decided_on, recorder.full_name as recorded_by, consent.recorded_at
      from photo_consents consent join users recorder on recorder.id = consent.recorded_by
      where consent.student_id = ${userId}::bigint order by consent.id`,
  },
  avatar_photos: {
    row: z.object({ file: text, is_approved: z.boolean(), created_at: text }),
    select: ({ userId }: Person) => sql`
      select file, is_approved, created_at
      from avatar_photos where user_id = ${userId}::bigint order by id`,
  },
  classes: {
    row: z.object({
      school_name: text,
      class_name: text,
      school_year: z.number(),
      kind: z.enum(['student', 'homeroom', 'substitute']),
      started_at: text,
      ended_at: optional,
    }),
    select: ({ userId }: Person) => sql`
      select school.school_name, class.year as school_year, membership.kind, membership.started_at,
             ${classNameAt(sql`class`, sql`coalesce(membership.ended_at, now())`)} as class_name,
             membership.ended_at
      from memberships membership
      join classes class on class.id = membership.class_id
      join schools school on school.id = class.school_id
      where membership.user_id = ${userId}::bigint order by membership.started_at, membership.id`,
  },
  departures: {
    row: z.object({ left_on: text, reason: text, destination: optional, returned_at: optional }),
    select: ({ userId }: Person) => sql`
      select left_on, reason, destination, returned_at
      from departures where student_id = ${userId}::bigint order by id`,
  },
  attendance: {
    row: z.object({
      school_year: z.number(),
      week: z.number(),
      date: text,
      class_name: text,
      name_of_the_day: text,
      status: z.enum(['present', 'absent']),
      note: text,
      is_excused: isExcused,
      taken_by: text,
      taken_at: text,
      corrections: z.array(correction),
    }),
    select: ({ userId }: Person) => sql`
      select sheet.school_year, sheet.week, sheet.date,
             ${classNameAt(sql`class`, sql`sheet.taken_at`)} as class_name,
             student_name.full_name as name_of_the_day,
             ${toStatus(sql`record.is_present`)} as status, coalesce(record.note, '') as note,
             record.is_excused, taker.full_name as taken_by, sheet.taken_at, ${listOfCorrections} as corrections
      from attendance_records record
      join attendance_sheets sheet on sheet.id = record.sheet_id
      join classes class on class.id = sheet.class_id
      join users taker on taker.id = sheet.taken_by
      join student_names student_name
        on student_name.student_id = record.student_id and student_name.number = record.name_number
      ${joinCorrections(sql`correction.student_id = ${userId}::int`)}
      where record.student_id = ${userId}::int order by sheet.school_year, sheet.week, sheet.id`,
  },
  /** About the student, or sent by the parent. */
  leave_notes: {
    row: z.object({
      first_day: text,
      last_day: text,
      reason: text,
      status: z.enum(leaveStatuses),
      sent_by: text,
      created_at: text,
    }),
    select: ({ userId }: Person) => sql`
      select note.first_day, note.last_day, note.reason, note.status, sender.full_name as sent_by,
             note.created_at
      from leave_notes note join users sender on sender.id = note.sent_by
      where note.id in (
        select id from leave_notes where student_id = ${userId}::bigint
        union select id from leave_notes where sent_by = ${userId}::bigint)
      order by note.id`,
  },
  sheets_taken: {
    row: z.object({
      school_year: z.number(),
      week: z.number(),
      date: text,
      class_name: text,
      taken_at: text,
    }),
    select: ({ userId }: Person) => sql`
      select sheet.school_year, sheet.week, sheet.date, sheet.taken_at,
             ${classNameAt(sql`class`, sql`sheet.taken_at`)} as class_name
      from attendance_sheets sheet join classes class on class.id = sheet.class_id
      where sheet.taken_by = ${userId}::bigint
        and sheet.class_id in (
          select class_id from memberships where user_id = ${userId}::bigint and kind <> 'student')
      order by sheet.taken_at, sheet.id`,
  },
  comments: {
    row: z.object({
      post_id: id,
      post_title: optional,
      text,
      status: text,
      reason: optional,
      created_at: text,
    }),
    select: ({ userId }: Person) => sql`
      select post.id as post_id, ${shownTitle(userId)} as post_title, comment.text, comment.status,
             comment.reason, comment.created_at
      from comments comment join posts post on post.id = comment.post_id
      where comment.user_id = ${userId}::bigint order by comment.id`,
  },
  reports: {
    row: z.object({ reason: text, created_at: text }),
    select: ({ userId }: Person) => sql`
      select reason, created_at from comment_reports
      where user_id = ${userId}::bigint order by created_at, comment_id`,
  },
  likes: {
    row: z.object({ post_id: id, post_title: optional, created_at: text }),
    select: ({ userId }: Person) => sql`
      select post.id as post_id, ${shownTitle(userId)} as post_title, liked.created_at
      from likes liked join posts post on post.id = liked.post_id
      where liked.user_id = ${userId}::bigint order by liked.created_at, post.id`,
  },
  reads: {
    row: z.object({ post_id: id, post_title: optional, read_at: text }),
    select: ({ userId }: Person) => sql`
      select post.id as post_id, ${shownTitle(userId)} as post_title, reading.read_at
      from post_reads reading join posts post on post.id = reading.post_id
      where reading.user_id = ${userId}::bigint order by reading.read_at, post.id`,
  },
  notifications: {
    row: z.object({
      type: z.enum(notificationTypes),
      about: optional,
      created_at: text,
      read_at: optional,
    }),
    // Staff are told about others by name; those names are not theirs to take away.
    select: ({ userId, familyIds }: Person) => sql`
      select type, created_at, read_at,
             case when type <> all(${typesAboutUsers}::text[]) or ref_id = any(${familyIds}::bigint[])
               then about end as about
      from notifications where user_id = ${userId}::bigint order by id`,
  },
  requests: {
    row: z.object({
      kind: z.enum(requestKinds),
      status: z.enum(requestStatuses),
      requester_name: text,
      details: optional,
      received_on: text,
      answer_due: text,
      result_due: text,
      answer: optional,
      answered_at: optional,
      result: optional,
      finished_at: optional,
    }),
    select: ({ userId }: Person) => sql`
      select kind, status, requester_name, details, received_on, answer_due, result_due, answer,
             answered_at, result, finished_at
      from data_requests where subject_id = ${userId}::bigint order by id`,
  },
  audit: {
    row: z.object({
      at: text,
      by: optional,
      action: z.enum(auditActions),
      subject: z.enum(auditSubjects),
      name: text,
      details: z.record(z.string(), z.unknown()),
    }),
    select: ({ userId }: Person) => sql`
      select entry.at, changer.full_name as by, entry.action, entry.subject,
             entry.subject_name as name, entry.details
      from (
        select * from audit_log
        where ${isAboutUser(userId)}
        union all
        select entry.* from data_requests request
        join audit_log entry on entry.subject = 'data_request' and entry.subject_id = request.id
        where request.subject_id = ${userId}::bigint
        union all
        select entry.* from posts post
        join audit_log entry on entry.subject = 'post' and entry.subject_id = post.id
        where post.author_id = ${userId}::bigint
        union all
        select entry.* from comments comment
        join audit_log entry on entry.subject = 'comment' and entry.subject_id = comment.id
        where comment.user_id = ${userId}::bigint
      ) entry
      left join users changer on changer.id = entry.actor_id
      order by entry.at, entry.id`,
  },
  sessions: {
    row: z.object({
      created_at: text,
      used_at: text,
      expires_at: text,
      opened_by: session.shape.openedBy,
      device: text,
    }),
    select: ({ userId }: Person) => sql`
      select created_at, used_at, expires_at, opened_by, device from sessions
      where user_id = ${userId}::bigint order by created_at, id`,
  },
  // The pictures are known to the student alone.
  cards: {
    row: z.object({
      issued_at: text,
      issued_by: text,
      is_revoked: z.boolean(),
      has_pictures: z.boolean(),
      locked_at: optional,
    }),
    select: ({ userId }: Person) => sql`
      select card.issued_at, issuer.full_name as issued_by, card.secret_hash is null as is_revoked,
             card.pictures is not null as has_pictures, card.locked_at
      from cards card join users issuer on issuer.id = card.issued_by
      where card.student_id = ${userId}::bigint`,
  },
  second_factors: {
    row: z.object({
      kind: z.enum(['app', 'passkey']),
      name: optional,
      created_at: text,
      used_at: optional,
    }),
    select: ({ userId }: Person) => sql`
      select 'app' as kind, null as name, created_at, null::timestamptz as used_at
      from authenticators where user_id = ${userId}::bigint and confirmed_at is not null
      union all
      select 'passkey', name, created_at, used_at from passkeys where user_id = ${userId}::bigint
      order by created_at`,
  },
  devices: {
    row: z.object({ used_at: text }),
    select: ({ userId }: Person) => sql`
      select used_at from login_devices where user_id = ${userId}::bigint order by used_at`,
  },
  push_subscriptions: {
    row: z.object({ created_at: text }),
    select: ({ userId }: Person) => sql`
      select created_at from push_subscriptions where user_id = ${userId}::bigint order by id`,
  },
};

interface Person {
  userId: number;
  /** The person and, of a parent, the children. */
  familyIds: number[];
}

export type PersonLists = {
  [Name in keyof typeof lists]: z.infer<(typeof lists)[Name]['row']>[];
};

export async function readPersonLists(db: Db, person: Person): Promise<PersonLists> {
  const entries: [string, unknown[]][] = [];
  // One after the other: a transaction has one connection.
  for (const [name, { row, select }] of Object.entries(lists)) {
    entries.push([name, await db.many<unknown>(row, select(person))]);
  }
  return Object.fromEntries(entries) as PersonLists;
}

const copiedPost = z.object({
  id,
  title: text,
  content: text,
  status: text,
  reason: optional,
  class_name: optional,
  author: text,
  created_at: text,
});
export type CopiedPost = z.infer<typeof copiedPost>;

const selectPosts = (condition: Sql) => sql`
  select post.id, post.title, post.content, post.status, post.reason, class.name as class_name,
         author.full_name as author, post.created_at
  from posts post
  join users author on author.id = post.author_id
  left join classes class on class.id = post.class_id
  where ${condition}
  order by post.id`;

export function listOwnPosts(db: Db, userId: number): Promise<CopiedPost[]> {
  return db.many(copiedPost, selectPosts(sql`post.author_id = ${userId}::bigint`));
}

/** The posts that a student can read; of one school, or of all if it is null. */
export function listReadablePosts(
  db: Db,
  { studentId, schoolId }: { studentId: number; schoolId: number | null },
): Promise<CopiedPost[]> {
  return db.many(
    copiedPost,
    selectPosts(sql`post.status = 'approved'
      and (${schoolId}::bigint is null or post.school_id = ${schoolId}::bigint)
      and exists (
        select from memberships enrollment
        where enrollment.class_id = post.class_id and enrollment.kind = 'student'
          and enrollment.user_id = ${studentId}::bigint
          and (enrollment.ended_at is null or post.created_at < enrollment.ended_at))`),
  );
}

const copiedFile = z.object({
  post_id: id,
  file: text,
  mime: text,
  filename: text,
  bytes: z.number(),
});

export function listFilesOfPosts(db: Db, postIds: number[]) {
  return db.many(
    copiedFile,
    sql`
      select post_id, file, mime, filename, bytes from attachments
      where post_id = any(${postIds}::bigint[]) order by post_id, position`,
  );
}
