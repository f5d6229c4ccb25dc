import { createRandom, pick } from '@lop-xanh/contract/testing/random';
import sql from 'sql-template-tag';
import type { Database } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { thisSchoolYear } from './attendance.ts';
import { addClass, addPost, addSchool, addUser, insertRow, passwordHash } from './fixtures.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A school with two years of random moves, departures, deleted classes, sheets, likes and comments. */
export async function addReportSchool(
  database: Database,
  { seed, firstMonday }: { seed: number; firstMonday: string },
): Promise<number> {
  const { db } = database;
  const random = createRandom(seed);
  const chance = (probability: number) => random() < probability;
  const upTo = (count: number) => Math.floor(random() * count);
  const schoolId = await addSchool(db, `TH số ${seed}`);
  const mod = await addUser(database, { role: 'Mod', school_id: schoolId });
  const years = [thisSchoolYear - 1, thisSchoolYear];
  const rollover = Date.parse(`${thisSchoolYear}-08-10T03:00:00Z`);
  const classes: { id: number; year: number }[] = [];
  for (const year of years) {
    for (const name of ['1A', '1B', '2A', '3A', '3B']) {
      classes.push({ id: await addClass(db, schoolId, name, Number(name[0]), year), year });
    }
  }
  const days = Math.round(
    (Date.parse(firstMonday) - Date.parse(`${thisSchoolYear}-09-01`)) / dayMs,
  );
  await db.run(sql`
    update school_years
    set first_monday = date_trunc('week', make_date(year, 9, 7))::date + ${days - (days % 7)}::int
    where school_id = ${schoolId}`);
  const memberships: object[] = [];
  const members = new Map<number, number[]>(classes.map(({ id }) => [id, []]));
  const studentIds: number[] = [];
  for (let number = 1; number <= 40; number++) {
    const id = await insertRow(db, 'users', {
      role: 'Student',
      school_id: schoolId,
      username: `rs${seed}.${number}`,
      password_hash: passwordHash,
      last_name: pick(random, ['Lê', 'Trần Thị', 'Nguyễn Văn']),
      first_name: pick(random, ['An', 'Ân', 'Bình', 'Đạt']),
      status: chance(0.1) ? 'inactive' : 'active',
    });
    studentIds.push(id);
    for (const year of years) {
      const own = classes.filter((schoolClass) => schoolClass.year === year);
      const stays = Array.from({ length: 1 + upTo(3) }, () => pick(random, own).id);
      const start = year === thisSchoolYear ? rollover : rollover - 330 * dayMs;
      const end = year === thisSchoolYear ? null : rollover;
      for (const [index, class_id] of stays.entries()) {
        const isLast = index === stays.length - 1;
        const until = isLast && !chance(0.1) ? end : start + (index + 1) * 20 * dayMs;
        memberships.push({
          school_id: schoolId,
          class_id,
          user_id: id,
          kind: 'student',
          started_at: new Date(start + index * 20 * dayMs).toISOString(),
          ended_at: until === null ? null : new Date(until).toISOString(),
        });
        members.get(class_id)?.push(id);
      }
    }
  }
  await db.run(insertRows('memberships', memberships));
  await db.run(sql`
    insert into student_names (school_id, student_id, number, full_name)
    select school_id, id, number, full_name || ' ' || number
    from users, generate_series(1, 2) number where school_id = ${schoolId} and role = 'Student'`);
  for (const { id: classId, year } of classes) {
    for (let week = 1; week <= 35; week++) {
      const listed = [...new Set(members.get(classId))].filter(() => chance(0.8));
      if (chance(0.4) || listed.length === 0) continue;
      const marks = listed.map((student_id) => ({ student_id, is_present: chance(0.85) }));
      const sheetId = await insertRow(db, 'attendance_sheets', {
        school_id: schoolId,
        class_id: classId,
        school_year: year,
        week,
        date: `${year}-${pick(random, ['09', '10', '12'])}-15`,
        taken_by: mod.id,
        taken_at: new Date(Date.parse(`${year}-09-15`) + week * dayMs).toISOString(),
        present: marks.filter(({ is_present }) => is_present).length,
        total: marks.length,
      });
      await db.run(
        insertRows(
          'attendance_records',
          marks.map((mark) => ({
            ...mark,
            sheet_id: sheetId,
            school_id: schoolId,
            name_number: week < 20 ? 1 : 2,
            is_excused: mark.is_present ? false : chance(0.5),
          })),
        ),
      );
    }
  }
  // One with sheets and one without, in this year.
  const emptyId = await addClass(db, schoolId, '5Z', 5);
  await db.run(sql`
    update classes set deleted_at = now() where id in (${classes[9]?.id}, ${emptyId})`);
  await db.run(sql`
    update memberships set ended_at = greatest(started_at, now())
    where class_id = ${classes[9]?.id} and ended_at is null`);
  const posts = await Promise.all(
    Array.from({ length: 12 }, () => addPost(db, { schoolId, author: mod, status: 'approved' })),
  );
  const likes: object[] = [];
  const comments: object[] = [];
  for (const user_id of [...studentIds, mod.id]) {
    for (const post_id of posts) {
      // Around midnight in Vietnam and the ends of the years, too.
      const hours = chance(0.5) ? upTo(24) : pick(random, [16.99, 17, 17.01]);
      const created_at = new Date(
        Date.parse(`${pick(random, years)}-08-25`) + upTo(280) * dayMs + hours * hourMs,
      ).toISOString();
      if (chance(0.15)) likes.push({ post_id, user_id, created_at });
      if (chance(0.05)) {
        const status = pick(random, ['visible', 'visible', 'held', 'hidden']);
        comments.push({ school_id: schoolId, post_id, user_id, text: 'Hay', status, created_at });
      }
    }
  }
  await db.run(insertRows('likes', likes));
  await db.run(insertRows('comments', comments));
  return schoolId;
}
