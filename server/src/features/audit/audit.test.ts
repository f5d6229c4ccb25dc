import { accounts } from '@lop-xanh/contract/accounts';
import { type AuditEntry, audit } from '@lop-xanh/contract/audit';
import { classes } from '@lop-xanh/contract/classes';
import { schools } from '@lop-xanh/contract/schools';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addTwoSchools } from '../../testing/people.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, admin } = await addTwoSchools(database);
const { token } = admin;

const read = async (query: object = {}) =>
  (await request(app, audit.list, { token, query: query as never })).body;
const told = (entries: AuditEntry[]) =>
  entries.map(({ actor, action, subject, subject_name, details }) => [
    actor,
    action,
    subject,
    subject_name,
    details,
  ]);

test('what administrators do is written down with who and what, and no password', async () => {
  const school = await request(app, schools.create, { token, body: { school_name: 'TH Mới' } });
  const schoolId = school.body.id as number;
  const inClass = { name: '1A', grade_id: 1, school_id: schoolId };
  const made = await request(app, classes.create, { token, body: inClass });
  const student = await request(app, accounts.createStudent, {
    token,
    body: {
      username: 'be.na',
      password: 'bimat1234',
      first_name: 'Na',
      email: 'na@example.vn',
      school_id: schoolId,
    },
  });
  const { id } = student.body;
  const change = { class_id: made.body.id, phone: '0912', password: 'bimat5678' };
  await request(app, accounts.edit, { token, params: { id }, body: change });
  await request(app, accounts.edit, { token, params: { id }, body: { phone: '0912' } });
  await request(app, accounts.reset, { token, params: { id } });
  await request(app, accounts.remove, { token, params: { id } });
  await request(app, classes.remove, { token, params: { id: made.body.id } });
  await request(app, schools.remove, { token, params: { id: schoolId } });
  const { audit: entries } = await read({ school_id: schoolId });
  const who = admin.username;
  expect(told(entries.toReversed())).toEqual([
    [who, 'created', 'school', 'TH Mới', {}],
    [who, 'created', 'class', '1A', {}],
    [who, 'created', 'account', 'Na', { role: 'Student' }],
    [who, 'changed', 'account', 'Na', { fields: ['phone', 'class_id'] }],
    [who, 'reset', 'account', 'Na', {}],
    [who, 'reset', 'account', 'Na', {}],
    [who, 'deleted', 'account', 'Na', { role: 'Student' }],
    [who, 'deleted', 'class', '1A', {}],
    [who, 'deleted', 'school', 'TH Mới', {}],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/bimat|argon/);
  expect(entries[0]).toMatchObject({ school_name: 'TH Mới', actor_role: 'Admin' });
});

test('what was refused left no trace', async () => {
  const before = (await read()).audit.length;
  const clash = { role: 'Mod', username: ours.mod.username, password: 'matkhau', school_id: 1 };
  expect((await request(app, accounts.create, { token, body: clash })).status).toBe(409);
  expect((await read()).audit).toHaveLength(before);
});

test('the trail is read by pages and narrowed', async () => {
  const whole = (await read({ limit: 100 })).audit as AuditEntry[];
  const first = await read({ limit: 4 });
  const second = await read({ limit: 100, before: first.next });
  expect([...first.audit, ...second.audit]).toEqual(whole);
  const resets = (await read({ action: 'reset', subject: 'account' })).audit as AuditEntry[];
  expect(resets).toHaveLength(2);
  const one = { subject: 'account', subject_id: resets[0]?.subject_id };
  expect((await read(one)).audit).toHaveLength(5);
  expect((await read({ actor_id: ours.mod.id })).audit).toEqual([]);
});

test.each(['audit_log', 'class_history'])(
  'nobody changes or removes what is in %s',
  async (table) => {
    await db
      .insertInto('class_history')
      .values({
        school_id: ours.schoolId,
        user_id: ours.student.id,
        role: 'Student',
        first_name: 'An',
        last_name: '',
        to_class_id: ours.classId,
        to_class_name: '3A',
        changed_by_username: 'ai',
      })
      .execute();
    const rows = async () => (await sql`select * from ${sql.table(table)}`.execute(db)).rows;
    const before = await rows();
    expect(before.length).toBeGreaterThan(0);
    for (const statement of [
      sql`update ${sql.table(table)} set school_id = null`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)}`,
    ]) {
      await expect(statement.execute(db)).rejects.toThrow('never changed');
    }
    expect(await rows()).toEqual(before);
  },
);
