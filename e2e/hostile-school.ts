import { dayInVietnam, schoolYearOf } from '../contract/src/rules/dates.ts';
import { openDatabase } from '../server/src/database/database.ts';
import { borrowEmbeddedPostgres } from '../server/src/database/embedded-postgres.ts';
import { hashPassword } from '../server/src/http/passwords.ts';
import { hostileTexts, packed } from './hostile-texts.ts';
import { demoPassword } from './people.ts';

/** The people of a school in which every text is hostile. */
export const hostilePeople = {
  Teacher: 'hostile-teacher',
  Mod: 'hostile-mod',
  Student: 'hostile-student',
  Parent: 'hostile-parent',
  Admin: 'hostile-admin',
} as const;

const all = hostileTexts.join(' ');
const halves = [hostileTexts.slice(0, 50).join(' '), hostileTexts.slice(50).join(' ')];
/** The pupil stands beside each of many comments: two texts are enough there. */
export const pupilNames = hostileTexts.slice(11, 13);

/** Writes every text into every field that keeps one, past the rules of length that forms have. */
export async function addHostileSchool(dataDir: string) {
  const { connection } = await borrowEmbeddedPostgres(dataDir);
  const database = openDatabase(connection);
  const query = (text: string, values: unknown[]) => database.pool.query(text, values);
  const insert = async (text: string, values: unknown[]) =>
    (await query(`${text} returning id`, values)).rows.map(({ id }) => id as number);

  const [school] = await insert(
    'insert into schools (school_name) select name from unnest($1::text[]) name',
    [packed(200)],
  );
  const [classId] = await insert(
    'insert into classes (school_id, grade_id, name) select $1, 3, name from unnest($2::text[]) name',
    [school, packed(100)],
  );
  await query('update grades set name = $1 where id = 3', [all]);
  const passwordHash = await hashPassword(demoPassword);
  const ids: Record<string, number> = {};
  for (const [role, username] of Object.entries(hostilePeople)) {
    const names = role === 'Student' ? pupilNames : halves;
    const ofClass = role === 'Teacher' || role === 'Student' ? classId : null;
    const ofSchool = role === 'Admin' ? null : school;
    const [id] = await insert(
      `insert into users (school_id, class_id, role, username, first_name, last_name,
                          parent_name, email, phone, identifier_code, password_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8, $9)`,
      [ofSchool, ofClass, role, username, ...names, all, `${role} ${all}`, passwordHash],
    );
    ids[role] = id as number;
  }
  const { Student: studentId, Teacher: teacherId, Mod: modId } = ids as Record<string, number>;
  await query(
    'insert into parents_children (school_id, parent_id, student_id) values ($1, $2, $3)',
    [school, ids.Parent, studentId],
  );

  const today = dayInVietnam(new Date());
  await query('insert into pupil_names values ($1, $2, 1, $3)', [school, studentId, all]);
  const sheets = await insert(
    `insert into attendance_sheets (school_id, class_id, school_year, week, date, taken_by, present, total)
     select $1, $2, $3, week, $4, $5, 0, 1 from generate_series(1, $6::int) week`,
    [school, classId, schoolYearOf(today), today, teacherId, packed(500).length],
  );
  await query(
    `insert into attendance_records (student_id, sheet_id, school_id, name_number, is_present, note)
     select $1, sheet, $2, 1, false, note from unnest($3::int[], $4::text[]) one (sheet, note)`,
    [studentId, school, sheets, packed(500)],
  );
  await query(
    `insert into class_history (school_id, user_id, role, first_name, last_name, from_class_id, from_class_name,
                                to_class_name, to_class_id, changed_by_username)
     select $1, id, role, first_name, last_name, $2, $3, null, null, $3
     from users where id = any($4)`,
    [school, classId, all, [studentId, teacherId]],
  );
  await query(
    `insert into audit_log (actor, action, subject, subject_name, school_id, details)
     values ($1, 'changed', 'school', $1, $2, jsonb_build_object('before', $1::text, 'fields', array[$1::text]))`,
    [all, school],
  );

  const lessons = await insert(
    'insert into lessons (grade_id, title) select 3, title from unnest($1::text[]) title',
    [packed(200)],
  );
  // The first week is taken already: what follows is the current one, which says most.
  await query(
    `insert into lesson_weeks (lesson_id, position, week, title, summary, status, outline, supplies)
     select lesson, 0, $3 + place, title, $4, 'active', $5, $5
     from unnest($1::bigint[], $2::text[]) with ordinality one (lesson, title, place)`,
    [lessons, packed(200), sheets.length, all, hostileTexts],
  );
  const [rejectedPost] = await insert(
    `insert into posts (school_id, author_id, title, content, status, reason, decided_by)
     values ($1, $2, $3, $4, 'rejected', $4, $5)`,
    [school, teacherId, hostileTexts[0], all, modId],
  );
  await database.close();
  return {
    id: school as number,
    classId: classId as number,
    studentId: studentId as number,
    teacherId: teacherId as number,
    lesson: { id: lessons[0] as number, week: sheets.length + 1 },
    rejectedPost: rejectedPost as number,
  };
}
export type HostileSchool = Awaited<ReturnType<typeof addHostileSchool>>;
