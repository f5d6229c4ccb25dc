import { correction, isExcused } from '@lop-xanh/contract/attendance';
import { consentDecisions, consentEvidences, consentSides } from '@lop-xanh/contract/consent';
import { leaveStatuses } from '@lop-xanh/contract/leave';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { joinCorrections, listOfCorrections } from '../attendance/corrections.service.ts';
import { classNameAt } from '../classes/class-conditions.service.ts';
import type { CopiedPerson } from './copied-person.ts';

const text = z.string();
const optional = z.string().nullable();

const toStatus = (isPresent: Sql) => sql`case when ${isPresent} then 'present' else 'absent' end`;

/** What the school keeps about a person, each list with its statement. */
export const recordLists = {
  former_names: {
    row: z.object({ full_name: text, until: text }),
    select: ({ userId }: CopiedPerson) => sql`
      select trim(last_name || ' ' || first_name) as full_name, until
      from former_user_names where user_id = ${userId}::bigint order by until`,
  },
  former_usernames: {
    row: z.object({ username: text }),
    select: ({ userId }: CopiedPerson) => sql`
      select used.username from used_usernames used join users person on person.id = used.user_id
      where used.user_id = ${userId}::bigint and used.username <> lower(person.username)
      order by used.username`,
  },
  former_codes: {
    row: z.object({ code: text }),
    select: ({ userId }: CopiedPerson) => sql`
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
    select: ({ userId }: CopiedPerson) => sql`
      select consent.side, consent.decision, consent.evidence, consent.guardian_name,
             consent.decided_on, recorder.full_name as recorded_by, consent.recorded_at
      from photo_consents consent join users recorder on recorder.id = consent.recorded_by
      where consent.student_id = ${userId}::bigint order by consent.id`,
  },
  avatar_photos: {
    row: z.object({ file: text, is_approved: z.boolean(), created_at: text }),
    select: ({ userId }: CopiedPerson) => sql`
      select file, is_approved, created_at
      from avatar_photos where user_id = ${userId}::bigint order by id`,
  },
  taught_photos: {
    row: z.object({
      kind: text,
      file: optional,
      is_approved: z.boolean(),
      is_imported: z.boolean(),
      added_at: text,
    }),
    select: ({ userId }: CopiedPerson) => sql`
      select kind.name as kind, photo.file, photo.approved_at is not null as is_approved,
             photo.is_imported, photo.added_at
      from taught_photos photo join taught_kinds kind on kind.id = photo.kind_id
      where photo.added_by = ${userId}::bigint order by photo.id`,
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
    select: ({ userId }: CopiedPerson) => sql`
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
    select: ({ userId }: CopiedPerson) => sql`
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
    select: ({ userId }: CopiedPerson) => sql`
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
    select: ({ userId }: CopiedPerson) => sql`
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
    select: ({ userId }: CopiedPerson) => sql`
      select sheet.school_year, sheet.week, sheet.date, sheet.taken_at,
             ${classNameAt(sql`class`, sql`sheet.taken_at`)} as class_name
      from attendance_sheets sheet join classes class on class.id = sheet.class_id
      where sheet.taken_by = ${userId}::bigint
        and sheet.class_id in (
          select class_id from memberships where user_id = ${userId}::bigint and kind <> 'student')
      order by sheet.taken_at, sheet.id`,
  },
};
