import type { ReportCounts, ReportPeriod } from '@lop-xanh/contract/reports';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { allWeeks, getCalendarWeek } from '@lop-xanh/contract/rules/weeks';
import type { QueryResultRow } from 'pg';
import type { Database } from '../database/database.ts';

/** Of any table, read without a schema on purpose. */
type Row = QueryResultRow;

/** The rows that reports are made of, for counts in loops. */
export async function readReportTables({ pool }: Database) {
  const read = async (table: string): Promise<Row[]> =>
    (await pool.query(`select * from ${table}`)).rows;
  return {
    schools: await read('schools'),
    years: await read('school_years'),
    classes: await read('classes'),
    memberships: await read('memberships'),
    users: await read('users'),
    sheets: await read('attendance_sheets'),
    records: await read('attendance_records'),
    likes: await read('likes'),
    comments: await read('comments'),
  };
}
export type ReportTables = Awaited<ReturnType<typeof readReportTables>>;

const dayMs = 86_400_000;

function getMonth(firstMonday: string, week: number): number {
  return new Date(Date.parse(firstMonday) + (week - 1) * 7 * dayMs).getUTCMonth() + 1;
}

/** The counts of some classes of one school and year in a period, from their records. */
export function countClasses(
  tables: ReportTables,
  { classes, year, period }: { classes: Row[]; year: Row; period: Partial<ReportPeriod> },
): ReportCounts {
  const isChosen = (week: number | undefined) =>
    week !== undefined &&
    (!period.week || period.week === week) &&
    (!period.month || period.month === getMonth(year.first_monday, week));
  const ids = new Set(classes.map(({ id }) => id));
  const sheetIds = new Set<number>();
  for (const sheet of tables.sheets) {
    const isOwn = ids.has(sheet.class_id) && sheet.school_year === year.year;
    if (isOwn && isChosen(sheet.week)) sheetIds.add(sheet.id);
  }
  const records = tables.records.filter(({ sheet_id }) => sheetIds.has(sheet_id));
  const roster = classes.flatMap((schoolClass) => listRoster(tables, schoolClass));
  const active = new Set<number>();
  const visible = tables.comments.filter(({ status }) => status === 'visible');
  for (const { user_id, created_at } of [...tables.likes, ...visible]) {
    const day = getVietnamDate(new Date(created_at));
    if (isChosen(getCalendarWeek(day, year.first_monday))) active.add(user_id);
  }
  return {
    present: records.filter(({ is_present }) => is_present).length,
    total: records.length,
    sheets: sheetIds.size,
    due: classes.length * allWeeks.filter(isChosen).length,
    students: roster.length,
    participants: roster.filter((id) => active.has(id)).length,
  };
}

/** Who is in a class, or was there when its year ended. */
export function listRoster(
  { years, memberships, users }: ReportTables,
  schoolClass: Row,
): number[] {
  const latest = Math.max(
    ...years.filter(({ school_id }) => school_id === schoolClass.school_id).map(({ year }) => year),
  );
  const stays = memberships.filter(({ class_id }) => class_id === schoolClass.id);
  const ends = stays.map(({ ended_at }) => (ended_at ? Date.parse(ended_at) : Infinity));
  const end = schoolClass.year < latest ? Math.max(...ends) : Infinity;
  return stays
    .filter((stay, index) => stay.kind === 'student' && ends[index] === end)
    .map(({ user_id }) => user_id)
    .filter((id) => end < Infinity || users.find((user) => user.id === id)?.status === 'active');
}

/** The classes that a report on a year has: those that exist, and those that had a sheet. */
export function listReportClasses(tables: ReportTables, year: Row): Row[] {
  return tables.classes.filter(
    ({ id, school_id, year: classYear, deleted_at }) =>
      school_id === year.school_id &&
      classYear === year.year &&
      (!deleted_at || tables.sheets.some(({ class_id }) => class_id === id)),
  );
}

export function addCounts(counts: readonly ReportCounts[]): ReportCounts {
  const total = { present: 0, total: 0, sheets: 0, due: 0, students: 0, participants: 0 };
  for (const each of counts) {
    for (const field of Object.keys(total) as (keyof ReportCounts)[]) total[field] += each[field];
  }
  return total;
}
