import { auditActions, auditSubjects } from '@lop-xanh/contract/audit';
import { session } from '@lop-xanh/contract/factors';
import { id } from '@lop-xanh/contract/fields';
import { type NotificationType, notificationTypes } from '@lop-xanh/contract/notifications';
import { requestKinds, requestStatuses } from '@lop-xanh/contract/privacy';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { isAboutUser } from '../audit/audit.service.ts';
import type { CopiedPerson } from './copied-person.ts';

const text = z.string();
const optional = z.string().nullable();

/** A post is shown by its title only as long as its readers can open it. */
const shownTitle = (userId: number) => sql`
  case when post.status = 'approved' or post.author_id = ${userId}::bigint then post.title end`;

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

/** What a person did in the app and was told, each list with its statement. */
export const activityLists = {
  comments: {
    row: z.object({
      post_id: id,
      post_title: optional,
      text,
      status: text,
      reason: optional,
      created_at: text,
    }),
    select: ({ userId }: CopiedPerson) => sql`
      select post.id as post_id, ${shownTitle(userId)} as post_title, comment.text, comment.status,
             comment.reason, comment.created_at
      from comments comment join posts post on post.id = comment.post_id
      where comment.user_id = ${userId}::bigint order by comment.id`,
  },
  reports: {
    row: z.object({ reason: text, created_at: text }),
    select: ({ userId }: CopiedPerson) => sql`
      select reason, created_at from comment_reports
      where user_id = ${userId}::bigint order by created_at, comment_id`,
  },
  likes: {
    row: z.object({ post_id: id, post_title: optional, created_at: text }),
    select: ({ userId }: CopiedPerson) => sql`
      select post.id as post_id, ${shownTitle(userId)} as post_title, liked.created_at
      from likes liked join posts post on post.id = liked.post_id
      where liked.user_id = ${userId}::bigint order by liked.created_at, post.id`,
  },
  reads: {
    row: z.object({ post_id: id, post_title: optional, read_at: text }),
    select: ({ userId }: CopiedPerson) => sql`
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
    select: ({ userId, familyIds }: CopiedPerson) => sql`
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
    select: ({ userId }: CopiedPerson) => sql`
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
    select: ({ userId }: CopiedPerson) => sql`
      select entry.at, changer.full_name as by, entry.action, entry.subject,
             entry.subject_name as name, entry.details
      from (
        select * from audit_log
        where ${isAboutUser(sql`audit_log`, userId)}
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
    select: ({ userId }: CopiedPerson) => sql`
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
    select: ({ userId }: CopiedPerson) => sql`
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
    select: ({ userId }: CopiedPerson) => sql`
      select 'app' as kind, null as name, created_at, null::timestamptz as used_at
      from authenticators where user_id = ${userId}::bigint and confirmed_at is not null
      union all
      select 'passkey', name, created_at, used_at from passkeys where user_id = ${userId}::bigint
      order by created_at`,
  },
  devices: {
    row: z.object({ used_at: text }),
    select: ({ userId }: CopiedPerson) => sql`
      select used_at from login_devices where user_id = ${userId}::bigint order by used_at`,
  },
  push_subscriptions: {
    row: z.object({ created_at: text }),
    select: ({ userId }: CopiedPerson) => sql`
      select created_at from push_subscriptions where user_id = ${userId}::bigint order by id`,
  },
};
