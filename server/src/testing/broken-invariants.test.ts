import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findBrokenInvariants } from './broken-invariants.ts';
import { addSchool, addUser } from './people.ts';
import { makeTestStorage } from './test-app.ts';
import { makeTestDatabase } from './test-database.ts';

const database = await makeTestDatabase();
const { pool } = database;
const storage = makeTestStorage();
const school_id = await addSchool(database.db);
const mod = await addUser(database, { role: 'Mod', school_id });
const teacher = await addUser(database, { role: 'Teacher', school_id });
const student = await addUser(database, { role: 'Student', school_id });
await pool.query(`
  insert into classes (school_id, grade_id, name) values (${school_id}, 3, '3A'), (${school_id}, 3, '3B');
  insert into attendance_sheets (school_id, class_id, school_year, week, date, taken_by, present, total)
    values (${school_id}, 1, 2026, 1, '2026-09-07', ${teacher.id}, 1, 1);
  insert into student_names values (${school_id}, ${student.id}, 1, 'An');
  insert into attendance_records values (${student.id}, 1, ${school_id}, 1, true, null);
  insert into posts (school_id, author_id, title, content, status)
    values (${school_id}, ${teacher.id}, 'Tin', 'Nội dung', 'approved');
  insert into comments (post_id, user_id, text) values (1, ${student.id}, 'Hay');`);

const news = (values: string) =>
  `insert into notifications (user_id, type, ref_id, sender_id, about, created_at) values ${values}`;
const history = (user: number, from: string, to: string) =>
  `insert into class_history (school_id, user_id, role, first_name, last_name, from_class_id,
     from_class_name, to_class_id, to_class_name, changed_by_username)
   values (${school_id}, ${user}, 'Student', 'An', '', ${from}, ${to}, 'mod')`;
/** Two that are told at different moments, as two acts would. */
const twice = (values: string) => news(`(${values}, now()), (${values}, now() - interval '1 day')`);

test('a school in order breaks no rule', async () => {
  expect(await findBrokenInvariants(database, storage)).toEqual([]);
});

test.each([
  ['a half sheet', 'delete from attendance_records'],
  ['a half sheet', 'update attendance_records set is_present = false'],
  [
    'news told twice in one act',
    news(
      `(${teacher.id}, 'password_reset', 1, ${mod.id}, null, now()), (${teacher.id}, 'password_reset', 1, ${mod.id}, null, now())`,
    ),
  ],
  ['a comment told twice', twice(`${teacher.id}, 'comment', 1, ${student.id}, 'Tin'`)],
  ['an approval told twice', twice(`${student.id}, 'post_new', 1, ${teacher.id}, 'Tin'`)],
  ['a pending post told twice', twice(`${mod.id}, 'post_pending', 1, ${teacher.id}, 'Tin'`)],
  ['a roll call told twice', twice(`${mod.id}, 'attendance_saved', 1, ${teacher.id}, '1'`)],
  ['a change of class told twice', twice(`${student.id}, 'class_changed', 1, ${mod.id}, '3A'`)],
  [
    'a class without its record of history',
    `update users set class_id = 1 where id = ${student.id}`,
  ],
  ['a class without its record of history', history(student.id, 'null, null', "1, '3A'")],
  [
    'a record of history that does not begin where the one before it ended',
    `${history(student.id, 'null, null', "1, '3A'")}; ${history(student.id, "2, '3B'", 'null, null')}`,
  ],
  [
    'a file that is gone',
    `insert into attachments (school_id, post_id, position, file, mime, filename, bytes)
     values (${school_id}, 1, 0, 'aa/x.webp', 'image/webp', 'x', 1)`,
  ],
])('%s is found', async (rule, statement) => {
  let found: string[] = [];
  const undone = new Error('undone');
  const broken = database.db.transaction().execute(async (db) => {
    await sql.raw(statement).execute(db);
    found = await findBrokenInvariants({ db }, storage);
    throw undone;
  });
  await expect(broken).rejects.toBe(undone);
  expect(found).toEqual([expect.stringMatching(new RegExp(`^${rule}: `))]);
});

test('a file that nobody has is found', async () => {
  await storage.write('aa/lost.webp', Readable.from([Buffer.from('x')]));
  expect(await findBrokenInvariants(database, storage)).toEqual([
    'a file that nobody has: aa/lost.webp',
  ]);
});
