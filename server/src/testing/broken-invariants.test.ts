import { Readable } from 'node:stream';
import { raw } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { findBrokenInvariants } from './broken-invariants.ts';
import { addSchool, addUser } from './fixtures.ts';
import { makeTestStorage } from './test-app.ts';
import { makeTestDatabase } from './test-database.ts';

const database = await makeTestDatabase();
const { pool } = database;
const storage = makeTestStorage();
const school_id = await addSchool(database.db);
const mod = await addUser(database, { role: 'Mod', school_id });
const teacher = await addUser(database, { role: 'Teacher', school_id });
const student = await addUser(database, { role: 'Student', school_id });
const stranger = await addUser(database, {
  role: 'Student',
  school_id: await addSchool(database.db, 'TH Khác'),
});
await pool.query(`
  insert into classes (school_id, year, grade_id, name)
    select ${school_id}, year, 3, '3A' from school_years where school_id = ${school_id};
  insert into attendance_sheets (school_id, class_id, school_year, week, date, taken_by, present, total)
    select school_id, id, year, 1, '2026-09-07', ${teacher.id}, 1, 1 from classes;
  insert into student_names values (${school_id}, ${student.id}, 1, 'An');
  insert into attendance_records values (${student.id}, 1, ${school_id}, 1, true, null);
  insert into posts (school_id, author_id, title, content, status)
    values (${school_id}, ${teacher.id}, 'Tin', 'Nội dung', 'approved');
  insert into comments (school_id, post_id, user_id, text) values (${school_id}, 1, ${student.id}, 'Hay');`);

const insertNotifications = (values: string) =>
  `insert into notifications (user_id, type, ref_id, sender_id, about, created_at) values ${values}`;
const insertMembership = (userId: number, kind: 'student' | 'homeroom') =>
  `insert into memberships (school_id, class_id, user_id, kind, started_at)
   values (${school_id}, 1, ${userId}, '${kind}', now())`;
/** Two rows at different times, as two actions would insert them. */
const insertTwice = (values: string) =>
  insertNotifications(`(${values}, now()), (${values}, now() - interval '1 day')`);

test('a consistent school breaks no invariant', async () => {
  expect(await findBrokenInvariants(database, storage)).toEqual([]);
});

test.each([
  ['an incomplete sheet', 'delete from attendance_records'],
  ['an incomplete sheet', 'update attendance_records set is_present = false'],
  [
    'a duplicate notification',
    insertNotifications(
      `(${teacher.id}, 'password_reset', 1, ${mod.id}, null, now()), (${teacher.id}, 'password_reset', 1, ${mod.id}, null, now())`,
    ),
  ],
  ['a comment notified twice', insertTwice(`${teacher.id}, 'comment', 1, ${student.id}, 'Tin'`)],
  ['an approval notified twice', insertTwice(`${student.id}, 'post_new', 1, ${teacher.id}, 'Tin'`)],
  [
    'a pending post notified twice',
    insertTwice(`${mod.id}, 'post_pending', 1, ${teacher.id}, 'Tin'`),
  ],
  [
    'an attendance sheet notified twice',
    insertTwice(`${mod.id}, 'attendance_saved', 1, ${teacher.id}, '1'`),
  ],
  [
    'a change of class notified twice',
    insertTwice(`${student.id}, 'class_changed', 1, ${mod.id}, '3A'`),
  ],
  ['a member of another school', insertMembership(stranger.id, 'student')],
  ['a member with another role', insertMembership(student.id, 'homeroom')],
  [
    'a member who was deleted, or whose class was',
    `${insertMembership(student.id, 'student')}; update users set deleted_at = now() where id = ${student.id}`,
  ],
  [
    'a member who was deleted, or whose class was',
    `${insertMembership(student.id, 'student')}; update classes set deleted_at = now()`,
  ],
  [
    'a missing file',
    `insert into attachments (school_id, post_id, position, file, mime, filename, bytes)
     values (${school_id}, 1, 0, 'aa/x.webp', 'image/webp', 'x', 1)`,
  ],
])('%s is found', async (invariant, statement) => {
  let found: string[] = [];
  const rollback = new Error('rollback');
  const transaction = database.db.transaction(async (db) => {
    for (const command of statement.split('; ')) await db.run(raw(command));
    found = await findBrokenInvariants({ db }, storage);
    throw rollback;
  });
  await expect(transaction).rejects.toBe(rollback);
  expect(found).toEqual([expect.stringMatching(new RegExp(`^${invariant}: `))]);
});

test('an orphaned file is found', async () => {
  await storage.write('aa/lost.webp', Readable.from([Buffer.from('x')]));
  expect(await findBrokenInvariants(database, storage)).toEqual(['an orphaned file: aa/lost.webp']);
});
