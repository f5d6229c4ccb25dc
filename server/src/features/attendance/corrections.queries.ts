import { type CorrectionInput, correction } from '@lop-xanh/contract/attendance';
import { id } from '@lop-xanh/contract/fields';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { type ClassYear, isOfYear, isRecent, toStatus } from './attendance-sql.ts';

/**
 * Joins the corrections of each `record`. Reads them once by the condition instead of once per record,
 * because hardly any record has one.
 */
export const joinCorrections = (condition: Sql) => sql`
  left join lateral (
    select correction.sheet_id, correction.student_id, json_agg(json_build_object(
      'status', ${toStatus(sql`correction.was_present`)},
      'note', coalesce(correction.former_note, ''), 'isExcused', correction.was_excused, 'reason', correction.reason,
      'by', corrector.full_name, 'at', correction.corrected_at) order by correction.id) as list
    from attendance_corrections correction
    join users corrector on corrector.id = correction.corrected_by
    where ${condition}
    group by correction.sheet_id, correction.student_id
  ) corrections on corrections.sheet_id = record.sheet_id
    and corrections.student_id = record.student_id`;

/** What `joinCorrections` found for a record, oldest first. */
export const listOfCorrections = sql`coalesce(corrections.list, '[]')`;

const lockedSheet = z.object({ id, is_recent: z.boolean() });

/** Locks the sheet of a week, so that its corrections happen one after the other. */
export function lockSheet(db: Db, { week, ...year }: ClassYear & { week: number }) {
  return db.maybeOne(
    lockedSheet,
    sql`
      select id, ${isRecent} as is_recent from attendance_sheets sheet
      where ${isOfYear(year)} and week = ${week}::smallint
      for no key update`,
  );
}

const storedRecord = correction
  .pick({ status: true, note: true, isExcused: true })
  .extend({ student_id: id, full_name: z.string() });
export type StoredRecord = z.infer<typeof storedRecord>;

export function listRecords(db: Db, sheetId: number): Promise<StoredRecord[]> {
  return db.many(
    storedRecord,
    sql`
      select record.student_id, student_name.full_name, ${toStatus(sql`record.is_present`)} as status,
             coalesce(record.note, '') as note, record.is_excused as "isExcused"
      from attendance_records record
      join student_names student_name
        on student_name.student_id = record.student_id
          and student_name.number = record.name_number
      where record.sheet_id = ${sheetId}`,
  );
}

/** Changes records of a locked sheet and keeps what they said before. */
export async function correctRecords(
  db: Db,
  actor: Actor,
  { sheetId, records, reason }: { sheetId: number } & Pick<CorrectionInput, 'records' | 'reason'>,
): Promise<void> {
  await db.run(sql`
    with corrected as (
      select student_id, is_present, nullif(note, '') as note, is_excused
      from unnest(${records.map(({ student_id }) => student_id)}::int[],
        ${records.map(({ status }) => status === 'present')}::boolean[],
        ${records.map(({ note }) => note)}::text[],
        ${records.map(({ isExcused = null }) => isExcused)}::boolean[])
        as record (student_id, is_present, note, is_excused)
    ), former as (
      insert into attendance_corrections
        (school_id, sheet_id, student_id, was_present, former_note, was_excused, reason, corrected_by)
      select record.school_id, record.sheet_id, record.student_id, record.is_present, record.note,
             record.is_excused, ${reason}, ${actor.id}
      from corrected join attendance_records record
        on record.sheet_id = ${sheetId} and record.student_id = corrected.student_id
    ), updated as (
      update attendance_records record
      set is_present = corrected.is_present, note = corrected.note,
          is_excused = coalesce(corrected.is_excused, record.is_excused and not corrected.is_present)
      from corrected
      where record.sheet_id = ${sheetId} and record.student_id = corrected.student_id
    )
    update attendance_sheets set present = present + (
      select coalesce(sum(corrected.is_present::int - record.is_present::int), 0)
      from corrected join attendance_records record
        on record.sheet_id = ${sheetId} and record.student_id = corrected.student_id)
    where id = ${sheetId}`);
}
