import { schools } from '@lop-xanh/contract/schools';
import { expect, test } from 'vitest';
import { actorBehind, addTwoSchools, addUser } from '../../testing/people.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { canSeeSchool } from './schools.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

const list = async (token: string) =>
  (await request(app, schools.list, { token })).body.schools as { id: number }[];

test('the list and the rule agree on every school', async () => {
  const facts = await db.selectFrom('schools').select('id').execute();
  for (const person of [admin, ours.mod, theirs.mod]) {
    const { token } = person;
    const actor = await actorBehind(database, person);
    const allowed = facts.filter((fact) => canSeeSchool(actor, fact)).map((fact) => fact.id);
    expect(new Set((await list(token)).map((school) => school.id))).toEqual(new Set(allowed));
    expect(allowed.length).toBe(person === admin ? 2 : 1);
  }
});

test('a school counts its active people, and apart from them all its accounts', async () => {
  const [school] = await list(ours.mod.token);
  expect(school).toEqual({
    id: ours.schoolId,
    school_name: 'TH Kim Đồng',
    version: 1,
    mod_count: 1,
    // The two of the classes, and one who must change the password: not the inactive one.
    teacher_count: 3,
    student_count: 2,
    parent_count: 1,
    class_count: 2,
    account_count: 8,
    can: { edit: false, delete: false },
  });
});

test('a school is added, renamed once for each version, and deleted', async () => {
  const { token } = admin;
  const created = await request(app, schools.create, { token, body: { school_name: '  TH Mới ' } });
  expect(created.status).toBe(201);
  const { id, version } = created.body;
  expect(created.body).toMatchObject({ school_name: 'TH Mới', can: { delete: true } });
  const rename = (school_name: string, at?: number) =>
    request(app, schools.edit, { token, params: { id }, body: { school_name, version: at } });
  expect((await rename('TH Khác', version)).body).toMatchObject({ version: version + 1 });
  expect((await rename('TH Nữa', version)).status).toBe(409);
  expect((await request(app, schools.remove, { token, params: { id } })).status).toBe(200);
  expect((await rename('TH Nữa')).status).toBe(404);
  expect((await list(token)).map((school) => school.id)).not.toContain(id);
});

test('the trail names a new school as it is written down', async () => {
  const body = { school_name: 'TH Mới'.normalize('NFD') };
  const { id } = (await request(app, schools.create, { token: admin.token, body })).body;
  const noted = db.selectFrom('audit_log').select('subject_name').where('school_id', '=', id);
  expect(await noted.execute()).toEqual([{ subject_name: 'TH Mới'.normalize('NFC') }]);
});

test.each(['', '   '])('the name %j is refused in the words of the form', async (school_name) => {
  const { status, body } = await request(app, schools.create, {
    token: admin.token,
    body: { school_name },
  });
  expect(status).toBe(400);
  expect(body.issues).toEqual([{ path: 'school_name', message: 'Name required' }]);
});

test('an inactive account keeps a school from being deleted', async () => {
  const { token } = admin;
  const created = await request(app, schools.create, { token, body: { school_name: 'TH Cũ' } });
  const { id } = created.body;
  await addUser(database, { role: 'Teacher', school_id: id, status: 'inactive' });
  const { status, body } = await request(app, schools.remove, { token, params: { id } });
  expect({ status, issues: body.issues[0] }).toEqual({
    status: 409,
    issues: { path: 'accounts', message: '1' },
  });
});

test('a school with people and classes is not deleted, and the numbers are told', async () => {
  const { status, body } = await request(app, schools.remove, {
    token: admin.token,
    params: { id: theirs.schoolId },
  });
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: 'conflict',
    message: 'Trường vẫn còn 6 tài khoản và 2 lớp học',
    issues: [
      { path: 'accounts', message: '6' },
      { path: 'classes', message: '2' },
    ],
  });
});
