import { accounts } from '@lop-xanh/contract/accounts';
import { type AuditEntry, audit } from '@lop-xanh/contract/audit';
import { classes } from '@lop-xanh/contract/classes';
import { schools } from '@lop-xanh/contract/schools';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addTwoSchools } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, admin } = await addTwoSchools(database);
const { token } = admin;

const readAudit = async (query: object = {}) =>
  (await request(app, audit.list, { token, query: query as never })).body;
const summarize = (entries: AuditEntry[]) =>
  entries.map(({ actor, action, subject, subject_name, details }) => [
    actor,
    action,
    subject,
    subject_name,
    details,
  ]);

test('every administrative change is logged with its actor and without passwords', async () => {
  const school = await request(app, schools.create, { token, body: { school_name: 'TH Mới' } });
  const schoolId = school.body.id as number;
  const classFields = { name: '1A', grade_id: 1, school_id: schoolId };
  const schoolClass = await request(app, classes.create, { token, body: classFields });
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
  const change = { class_id: schoolClass.body.id, phone: '0912', password: 'bimat5678' };
  await request(app, accounts.edit, { token, params: { id }, body: change });
  await request(app, accounts.edit, { token, params: { id }, body: { phone: '0912' } });
  await request(app, accounts.resetPassword, { token, params: { id } });
  await request(app, accounts.delete, { token, params: { id } });
  await request(app, classes.delete, { token, params: { id: schoolClass.body.id } });
  await request(app, schools.delete, { token, params: { id: schoolId } });
  const { audit: entries } = await readAudit({ school_id: schoolId });
  const { username } = admin;
  expect(summarize(entries.toReversed())).toEqual([
    [username, 'created', 'school', 'TH Mới', {}],
    [username, 'created', 'class', '1A', {}],
    [username, 'created', 'account', 'Na', { role: 'Student' }],
    [username, 'changed', 'account', 'Na', { fields: ['phone', 'class_id'] }],
    [username, 'reset', 'account', 'Na', {}],
    [username, 'reset', 'account', 'Na', {}],
    [username, 'deleted', 'account', 'Na', { role: 'Student' }],
    [username, 'deleted', 'class', '1A', {}],
    [username, 'deleted', 'school', 'TH Mới', {}],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/bimat|argon/);
  expect(entries[0]).toMatchObject({ school_name: 'TH Mới', actor_role: 'Admin' });
});

test('a rejected request is not logged', async () => {
  const before = (await readAudit()).audit.length;
  const body = { role: 'Mod', username: ours.mod.username, password: 'matkhau', school_id: 1 };
  expect((await request(app, accounts.create, { token, body })).status).toBe(409);
  expect((await readAudit()).audit).toHaveLength(before);
});

test('the audit log can be paged and filtered', async () => {
  const all = (await readAudit({ limit: 100 })).audit as AuditEntry[];
  const first = await readAudit({ limit: 4 });
  const second = await readAudit({ limit: 100, before: first.next });
  expect([...first.audit, ...second.audit]).toEqual(all);
  const resets = (await readAudit({ action: 'reset', subject: 'account' })).audit as AuditEntry[];
  expect(resets).toHaveLength(2);
  const filter = { subject: 'account', subject_id: resets[0]?.subject_id };
  expect((await readAudit(filter)).audit).toHaveLength(5);
  expect((await readAudit({ actor_id: ours.mod.id })).audit).toEqual([]);
});

test('rows of the audit log cannot be changed or deleted', async () => {
  const readRows = () =>
    db.values(z.string(), sql`select entry::text from audit_log entry order by id`);
  const before = await readRows();
  expect(before.length).toBeGreaterThan(0);
  for (const statement of [
    sql`update audit_log set school_id = null`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ]) {
    await expect(db.run(statement)).rejects.toThrow('never changed');
  }
  expect(await readRows()).toEqual(before);
});
