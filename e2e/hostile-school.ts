import { openDatabase } from '../server/src/database/database.ts';
import { borrowEmbeddedPostgres } from '../server/src/database/embedded-postgres.ts';
import { hostileTexts } from './hostile-texts.ts';
import { dataDir } from './settings.ts';

/** The people of a school of their own, in which every name is hostile; they have the demo's password. */
export const hostilePeople = {
  Teacher: 'hostile-teacher',
  Mod: 'hostile-mod',
  Student: 'hostile-student',
  Parent: 'hostile-parent',
} as const;

export async function addHostileSchool(): Promise<void> {
  const { connection } = await borrowEmbeddedPostgres(dataDir);
  const database = openDatabase(connection);
  const [schoolName, className] = hostileTexts as [string, string];
  const insert = async (text: string, values: unknown[]) =>
    (await database.pool.query(`${text} returning id`, values)).rows[0].id as number;
  const school = await insert('insert into schools (school_name) values ($1)', [schoolName]);
  const classId = await insert(
    'insert into classes (school_id, grade_id, name) values ($1, 3, $2)',
    [school, className],
  );
  const ids: Record<string, number> = {};
  for (const [role, username] of Object.entries(hostilePeople)) {
    // The pupil stands beside each of many comments: two texts are enough there.
    const names =
      role === 'Student'
        ? hostileTexts.slice(11, 13)
        : [hostileTexts.slice(0, 50), hostileTexts.slice(50)].map((texts) => texts.join(' '));
    const ofClass = role === 'Teacher' || role === 'Student' ? classId : null;
    ids[role] = await insert(
      `insert into users (school_id, class_id, role, username, first_name, last_name, parent_name, email, phone, password_hash)
       values ($1, $2, $3, $4, $5, $6, $5, $5, $5, (select password_hash from users where username = 'teacher'))`,
      [school, ofClass, role, username, ...names],
    );
  }
  await database.pool.query(
    'insert into parents_children (school_id, parent_id, student_id) values ($1, $2, $3)',
    [school, ids.Parent, ids.Student],
  );
  await database.close();
}
