import { getSchoolYear, getVietnamDate } from '../contract/src/rules/dates.ts';
import { openDatabase } from '../server/src/database/database.ts';
import { attachToEmbeddedPostgres } from '../server/src/database/embedded-postgres.ts';
import { hashInBackground } from '../server/src/features/auth/passwords.service.ts';
import { hostileTexts, packTexts } from './hostile-texts.ts';
import { demoPassword } from './login.ts';

/** The users of a school in which every text is hostile. */
export const hostileUsernames = {
  Teacher: 'hostile-teacher',
  Mod: 'hostile-mod',
  Student: 'hostile-student',
  Parent: 'hostile-parent',
  Admin: 'hostile-admin',
} as const;

const all = hostileTexts.join(' ');
const halves = [hostileTexts.slice(0, 50).join(' '), hostileTexts.slice(50).join(' ')];
/** The student's name is shown next to many comments, so it has two texts only. */
const studentNames = hostileTexts.slice(11, 13);
/** All texts, as many per value as fit after the field's name. */
const fillField = (name: string, maxLength: number) =>
  packTexts(maxLength - name.length - 2).map((text) => `${name}: ${text}`);

/** The values of each field: all hundred texts, after the field's name where there is room. */
export const hostileFields = {
  school: fillField('school', 200),
  className: fillField('class', 100),
  grade: `grade: ${all}`,
  email: `email: ${all}`,
  phone: `phone: ${all}`,
  parent: `parent: ${all}`,
  /** The student's name on an attendance sheet. */
  sheetName: `then: ${all}`,
  note: fillField('note', 500),
  left: `left: ${all}`,
  changedBy: `by: ${all}`,
  actor: `actor: ${all}`,
  subject: `subject: ${all}`,
  before: `before: ${all}`,
  lesson: fillField('lesson', 200),
  week: fillField('week', 200),
  summary: `summary: ${all}`,
  outline: hostileTexts.map((text) => `point: ${text}`),
  supplies: hostileTexts.map((text) => `supply: ${text}`),
  reason: `reason: ${all}`,
};

/** Writes the texts straight to the database: the forms' length limits would reject some of them. */
export async function addHostileSchool(dataDir: string) {
  const { connection } = await attachToEmbeddedPostgres(dataDir);
  const database = openDatabase(connection);
  const query = (text: string, values: unknown[]) => database.pool.query(text, values);
  const insert = async (text: string, values: unknown[]) =>
    (await query(`${text} returning id`, values)).rows.map(({ id }) => id as number);

  const [school] = (await insert(
    'insert into schools (school_name) select name from unnest($1::text[]) name',
    [hostileFields.school],
  )) as [number];
  const [classId, formerClassId] = (await insert(
    `insert into classes (school_id, year, grade_id, name)
     select school_id, year, 3, name from school_years, unnest($2::text[]) name where school_id = $1`,
    [school, hostileFields.className],
  )) as [number, number];
  await query('update grades set name = $1 where id = 3', [hostileFields.grade]);
  const passwordHash = await hashInBackground(demoPassword);
  const ids: Record<string, number> = {};
  for (const [role, username] of Object.entries(hostileUsernames)) {
    const names = role === 'Student' ? studentNames : halves;
    const userSchoolId = role === 'Admin' ? null : school;
    const { email, phone, parent } = hostileFields;
    [ids[role]] = (await insert(
      `insert into users (school_id, role, username, first_name, last_name, email, phone,
                          parent_name, identifier_code, password_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [userSchoolId, role, username, ...names, email, phone, parent, role + all, passwordHash],
    )) as [number];
  }
  const { Student: studentId, Teacher: teacherId, Mod: modId } = ids as Record<string, number>;
  await query('insert into parents_children (parent_id, student_id) values ($1, $2)', [
    ids.Parent,
    studentId,
  ]);
  // Only a former name has room for all texts. The days between the classes make leaving a change of its own.
  await query(
    'insert into former_class_names (class_id, until, name, grade_id) values ($1, now(), $2, 3)',
    [formerClassId, hostileFields.left],
  );
  await query(
    `insert into memberships (school_id, class_id, user_id, kind, started_at, ended_at, ended_by_username)
     select $1, class_id, id, case role when 'Student' then 'student' else 'homeroom' end,
            now() - make_interval(days => start), now() - make_interval(days => "end"), ended_by
     from users, (values ($2::bigint, 3, 2, $4), ($3::bigint, 1, null, null)) as period
       (class_id, start, "end", ended_by)
     where id = any($5)`,
    [school, formerClassId, classId, hostileFields.changedBy, [studentId, teacherId]],
  );

  const today = getVietnamDate(new Date());
  await query('insert into student_names values ($1, $2, 1, $3)', [
    school,
    studentId,
    hostileFields.sheetName,
  ]);
  const sheets = await insert(
    `insert into attendance_sheets (school_id, class_id, school_year, week, date, taken_by, present, total)
     select $1, $2, $3, week, $4, $5, 0, 1 from generate_series(1, $6::int) week`,
    [school, classId, getSchoolYear(today), today, teacherId, hostileFields.note.length],
  );
  await query(
    `insert into attendance_records (student_id, sheet_id, school_id, name_number, is_present, note)
     select $1, sheet, $2, 1, false, note from unnest($3::int[], $4::text[]) record (sheet, note)`,
    [studentId, school, sheets, hostileFields.note],
  );
  await query(
    `insert into audit_log (actor, action, subject, subject_name, school_id, details)
     values ($1, 'changed', 'school', $2, $3, jsonb_build_object('before', $4::text))`,
    [hostileFields.actor, hostileFields.subject, school, hostileFields.before],
  );

  const lessons = await insert(
    'insert into lessons (grade_id, title) select 3, title from unnest($1::text[]) title',
    [hostileFields.lesson],
  );
  // They follow the saved weeks, so that the first is the current one, which shows the most.
  const { week, summary, outline, supplies } = hostileFields;
  await query(
    `insert into lesson_weeks (lesson_id, position, week, title, summary, status, outline, supplies)
     select lesson, 0, $3 + position, title, $4, 'active', $5, $6
     from unnest($1::bigint[], $2::text[]) with ordinality entry (lesson, title, position)`,
    [lessons, week, sheets.length, summary, outline, supplies],
  );
  const [rejectedPost] = (await insert(
    `insert into posts (school_id, author_id, class_id, title, content, status, reason, decided_by)
     values ($1, $2, $3, $4, $4, 'rejected', $5, $6)`,
    [school, teacherId, classId, hostileTexts[0], hostileFields.reason, modId],
  )) as [number];
  await database.close();
  const lesson = { id: lessons[0] as number, week: sheets.length + 1 };
  return { id: school, classId, studentId, lesson, rejectedPost };
}
export type HostileSchool = Awaited<ReturnType<typeof addHostileSchool>>;
