import type { SchoolSummary } from '@lop-xanh/contract/dashboard';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { getCalendarWeek } from '@lop-xanh/contract/rules/weeks';
import type { Database } from '../database/database.ts';

const dayMs = 86_400_000;

/** The dashboard's figures by school id, counted in loops over whole tables. */
export async function countByHand(
  { pool }: Database,
  today: string,
): Promise<Map<number, SchoolSummary & { present: number; total: number }>> {
  const read = async (table: string) => (await pool.query(`select * from ${table}`)).rows;
  const years = await read('school_years');
  const classes = await read('classes');
  const sheets = await read('attendance_sheets');
  const users = await read('users');
  const posts = await read('posts');
  const files = await read('stored_files');
  const activity = await read('school_activity');
  const summaries = new Map<number, SchoolSummary & { present: number; total: number }>();
  for (const school of await read('schools')) {
    if (school.deleted_at) continue;
    const own = (rows: typeof years) => rows.filter((row) => row.school_id === school.id);
    const latest = own(years).toSorted((a, b) => b.year - a.year)[0];
    const week = getCalendarWeek(today, latest.first_monday);
    const dueClasses = own(classes).filter(
      (row) => row.year === latest.year && !row.deleted_at && week !== undefined,
    );
    const dueIds = new Set(dueClasses.map(({ id }) => id));
    const taken = own(sheets).filter(
      (row) => dueIds.has(row.class_id) && row.school_year === latest.year && row.week === week,
    );
    const mods = own(users).filter(
      (row) => row.role === 'Mod' && row.status === 'active' && !row.deleted_at,
    );
    const pending = own(posts)
      .filter(({ status }) => status === 'pending')
      .toSorted((a, b) => Date.parse(a.submitted_at) - Date.parse(b.submitted_at));
    const days = own(activity).toSorted((a, b) => Date.parse(b.day) - Date.parse(a.day));
    let logins = 0;
    for (const row of days) {
      if (Date.parse(row.day) > Date.parse(today) - 7 * dayMs) logins += row.logins;
    }
    let storedBytes = 0;
    for (const { bytes } of own(files)) storedBytes += bytes;
    const lastUsedAt = days[0]?.last_at ?? null;
    const isLateInWeek = [5, 6, 0].includes(new Date(today).getUTCDay());
    const concerns: SchoolSummary['concerns'] = [];
    if (mods.length === 0) concerns.push('no_mod');
    if (pending[0] && Date.now() - Date.parse(pending[0].submitted_at) > 3 * dayMs) {
      concerns.push('late_post');
    }
    if (isLateInWeek && taken.length / dueClasses.length < 0.75) concerns.push('missing_sheets');
    if (week !== undefined && !(Date.now() - Date.parse(lastUsedAt) < 7 * dayMs)) {
      concerns.push('silent');
    }
    summaries.set(school.id, {
      id: school.id,
      school_name: school.school_name,
      due: dueClasses.length,
      sheets: taken.length,
      present: taken.reduce((sum, { present }) => sum + present, 0),
      total: taken.reduce((sum, { total }) => sum + total, 0),
      mods: mods.length,
      oldestPost: pending[0] ? { id: pending[0].id, since: pending[0].submitted_at } : null,
      logins,
      storedBytes,
      lastUsedAt,
      concerns,
    });
  }
  return summaries;
}

/** This day, or the next one with that number; Sunday is 0. */
export function nextWeekday(weekday: number, from = getVietnamDate(new Date())): string {
  const days = (weekday - new Date(from).getUTCDay() + 7) % 7;
  return new Date(Date.parse(from) + days * dayMs).toISOString().slice(0, 10);
}

/** The logins of a school, or of all, on the seven days from a Monday, by kind. */
export async function countLoginsByHand(
  { pool }: Database,
  { monday, schoolId }: { monday: string; schoolId?: number },
): Promise<{ students: number; parents: number; staff: number }> {
  const { rows: schools } = await pool.query('select id from schools where deleted_at is null');
  const { rows } = await pool.query('select * from school_activity');
  const liveIds = new Set(schools.map(({ id }) => id));
  const counts = { students: 0, parents: 0, staff: 0 };
  for (const row of rows) {
    const days = (Date.parse(row.day) - Date.parse(monday)) / dayMs;
    const isOwn = schoolId ? row.school_id === schoolId : liveIds.has(row.school_id);
    if (!isOwn || days < 0 || days > 6) continue;
    counts.students += row.student_logins;
    counts.parents += row.parent_logins;
    counts.staff += row.logins - row.student_logins - row.parent_logins;
  }
  return counts;
}
