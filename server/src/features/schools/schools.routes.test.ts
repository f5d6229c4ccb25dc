import { schools } from '@lop-xanh/contract/schools';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  addChild,
  addClass,
  addSchool,
  addTwoSchools,
  addUser,
  loadActor,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { canSeeSchool } from './schools.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

const listSchools = async (token: string) =>
  (await request(app, schools.list, { token })).body.schools as { id: number }[];

test('the list contains exactly the schools that the actor may see', async () => {
  const rows = await db.many(z.object({ id: z.number() }), sql`select id from schools`);
  for (const user of [admin, ours.mod, theirs.mod]) {
    const actor = await loadActor(database, user);
    const visibleIds = rows.filter((row) => canSeeSchool(actor, row)).map(({ id }) => id);
    const listedIds = (await listSchools(user.token)).map(({ id }) => id);
    expect(new Set(listedIds)).toEqual(new Set(visibleIds));
    expect(visibleIds.length).toBe(user === admin ? 2 : 1);
  }
});

test('a school counts its active users by role, its classes and all its accounts', async () => {
  const inSchool = { school_id: ours.schoolId };
  for (const role of ['Mod', 'Teacher', 'Student', 'Parent'] as const) {
    await addUser(database, { role, ...inSchool, status: 'inactive' });
  }
  const { id } = await addUser(database, { role: 'Student', ...inSchool });
  await db.run(sql`update users set deleted_at = now() where id = ${id}`);
  const school_id = await addSchool(db, 'TH Lân Cận');
  const parent = await addUser(database, { role: 'Parent', school_id });
  for (const child of [ours.student, ours.otherStudent]) await addChild(db, { parent, child });
  const classId = await addClass(db, ours.schoolId, '5X', 5);
  await db.run(sql`update classes set deleted_at = now() where id = ${classId}`);
  const [school] = await listSchools(ours.mod.token);
  expect(school).toEqual({
    id: ours.schoolId,
    school_name: 'TH Kim Đồng',
    version: 1,
    mod_count: 1,
    // Two with a class and one who must change the password.
    teacher_count: 3,
    student_count: 2,
    // One of this school, and one of the other with two children here.
    parent_count: 2,
    class_count: 2,
    account_count: 12,
    can: { edit: false, delete: false },
  });
});

test('a school can be created, renamed with the current version only, and deleted', async () => {
  const { token } = admin;
  const created = await request(app, schools.create, { token, body: { school_name: '  TH Mới ' } });
  expect(created.status).toBe(201);
  const { id, version } = created.body;
  expect(created.body).toMatchObject({ school_name: 'TH Mới', can: { delete: true } });
  const rename = (school_name: string, seenVersion?: number) =>
    request(app, schools.edit, {
      token,
      params: { id },
      body: { school_name, version: seenVersion },
    });
  expect((await rename('TH Khác', version)).body).toMatchObject({ version: version + 1 });
  expect((await rename('TH Nữa', version)).status).toBe(409);
  expect((await request(app, schools.delete, { token, params: { id } })).status).toBe(200);
  expect((await rename('TH Nữa')).status).toBe(404);
  expect((await listSchools(token)).map((school) => school.id)).not.toContain(id);
});

test('the audit log has the normalized name of a new school', async () => {
  const body = { school_name: 'TH Mới'.normalize('NFD') };
  const { id } = (await request(app, schools.create, { token: admin.token, body })).body;
  const names = sql`select subject_name from audit_log where school_id = ${id}`;
  expect(await db.values(z.string(), names)).toEqual(['TH Mới'.normalize('NFC')]);
});

test.each(['', '   '])(
  'the name %j is rejected with the message of the form',
  async (school_name) => {
    const { status, body } = await request(app, schools.create, {
      token: admin.token,
      body: { school_name },
    });
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      { path: 'school_name', reason: 'name_required', message: 'Name required' },
    ]);
  },
);

test('a school with an inactive account cannot be deleted', async () => {
  const { token } = admin;
  const created = await request(app, schools.create, { token, body: { school_name: 'TH Cũ' } });
  const { id } = created.body;
  await addUser(database, { role: 'Teacher', school_id: id, status: 'inactive' });
  const { status, body } = await request(app, schools.delete, { token, params: { id } });
  expect(status).toBe(409);
  expect(body.issues[0]).toMatchObject({ path: 'accounts', message: '1' });
});

test('a school with accounts and classes cannot be deleted, and the error counts them', async () => {
  const { status, body } = await request(app, schools.delete, {
    token: admin.token,
    params: { id: theirs.schoolId },
  });
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: 'conflict',
    values: { accounts: 6, classes: 2 },
    message: 'Trường vẫn còn 6 tài khoản và 2 lớp học',
    issues: [
      { path: 'accounts', message: '6' },
      { path: 'classes', message: '2' },
    ],
  });
});
