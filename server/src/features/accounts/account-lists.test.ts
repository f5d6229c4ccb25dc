import { type Account, accounts, user as userSchema } from '@lop-xanh/contract/accounts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import {
  addChild,
  addSchool,
  addTwoSchools,
  addUser,
  loadActor,
  type TestUser,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { canSeeAccount } from './accounts.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

const listAccounts = (token: string, query: object = {}) =>
  request(app, accounts.list, { token, query: query as never });
const listStudents = (token: string, query: object = {}) =>
  request(app, accounts.students, { token, query: query as never });
const toNames = (users: Account[]) => users.map(({ full_name }) => full_name);

const schoolId = await addSchool(db, 'TH Trần Phú');
const names = [
  ['Nguyễn Văn', 'Ân'],
  ['Nguyễn Thị', 'Ánh'],
  ['Hoàng Lan', 'Anh'],
  ['Lê', 'Đạt'],
  ['Phạm', 'Dũng'],
] as const;
for (const [last_name, first_name] of names) {
  await addUser(database, { role: 'Student', school_id: schoolId, last_name, first_name });
}
const inSchool = { school_id: schoolId };

test('the list contains exactly the accounts that the actor may see', async () => {
  const parent = await addUser(database, { role: 'Parent', school_id: theirs.schoolId });
  for (const child of [ours.otherStudent, theirs.student]) await addChild(db, { parent, child });
  const targets = await db.many(
    userSchema
      .pick({ id: true, role: true, school_id: true, class_id: true })
      .extend({ child_school_ids: userSchema.shape.student_ids }),
    sql`
      select id, role, school_id, class_id, array(
        select child.school_id from parents_children join users child on child.id = student_id
        where parent_id = "user".id and child.deleted_at is null) as child_school_ids
      from users "user" left join current_members on user_id = id`,
  );
  for (const user of [ours.mod, theirs.mod, admin]) {
    const actor = await loadActor(database, user);
    const visibleIds = targets
      .filter((target) => canSeeAccount(actor, target))
      .map((target) => target.id);
    const { body } = await listAccounts(user.token, { limit: 100 });
    expect(new Set(body.users.map(({ id }: Account) => id))).toEqual(new Set(visibleIds));
    expect(body.total).toBe(visibleIds.length);
    const { body: parents } = await listAccounts(user.token, { role: 'Parent', page: 1 });
    expect(parents.total).toBe(
      targets.filter(({ id, role }) => role === 'Parent' && visibleIds.includes(id)).length,
    );
  }
});

test('a Mod sees the children of a parent in their own school only, an Admin all with their schools', async () => {
  const parent = await addUser(database, { role: 'Parent', school_id: theirs.schoolId });
  for (const child of [ours.otherStudent, theirs.student]) await addChild(db, { parent, child });
  const listChildren = async (token: string) => {
    const { body } = await listAccounts(token, { role: 'Parent', limit: 100 });
    return body.users.find(({ id }: Account) => id === parent.id).children;
  };
  const ourChild = expect.objectContaining({ id: ours.otherStudent.id, school_id: ours.schoolId });
  const theirChild = expect.objectContaining({ id: theirs.student.id, school_id: theirs.schoolId });
  expect(await listChildren(ours.mod.token)).toEqual([ourChild]);
  expect(await listChildren(theirs.mod.token)).toEqual([theirChild]);
  const all = await listChildren(admin.token);
  expect(all).toHaveLength(2);
  expect(all).toEqual(expect.arrayContaining([ourChild, theirChild]));
});

test('accounts are sorted by given name in Vietnamese order', async () => {
  const { body } = await listStudents(admin.token, inSchool);
  expect(toNames(body.students)).toEqual([
    'Hoàng Lan Anh',
    'Nguyễn Thị Ánh',
    'Nguyễn Văn Ân',
    'Phạm Dũng',
    'Lê Đạt',
  ]);
});

test.each([
  ['nguyen an', ['Nguyễn Thị Ánh', 'Nguyễn Văn Ân']],
  ['Nguyễn Ân', ['Nguyễn Thị Ánh', 'Nguyễn Văn Ân']],
  ['AN', ['Hoàng Lan Anh', 'Nguyễn Thị Ánh', 'Nguyễn Văn Ân']],
  ['dat le', ['Lê Đạt']],
  ['%', []],
  ['_', ['Hoàng Lan Anh', 'Nguyễn Thị Ánh', 'Nguyễn Văn Ân', 'Phạm Dũng', 'Lê Đạt']],
])('a search for %j finds %j', async (q, expected) => {
  const { body } = await listStudents(admin.token, { ...inSchool, q });
  expect(toNames(body.students)).toEqual(expected);
});

test('a search for digits matches anywhere in a code', async () => {
  await db.run(sql`
    update users set identifier_code = '2026004711'
    where school_id = ${schoolId} and first_name = 'Đạt'`);
  const { body } = await listStudents(admin.token, { ...inSchool, q: '4711' });
  expect(toNames(body.students)).toEqual(['Lê Đạt']);
});

test('a numbered page comes with the total', async () => {
  const readPage = async (number: number) =>
    (await listStudents(admin.token, { ...inSchool, page: number, rows: 2 })).body;
  const [first, second, third, fourth] = [
    await readPage(1),
    await readPage(2),
    await readPage(3),
    await readPage(4),
  ];
  expect(toNames([...first.students, ...second.students, ...third.students])).toEqual(
    toNames((await listStudents(admin.token, inSchool)).body.students),
  );
  expect(fourth.students).toEqual([]);
  expect(second.total).toBe(5);
});

test('the list can be filtered by role, status, grade, class and family', async () => {
  const { body: inClass } = await listAccounts(admin.token, { class_id: ours.classId });
  expect(inClass.users.map(({ id }: Account) => id)).toEqual([ours.teacher.id, ours.student.id]);
  const { body: inGrade } = await listAccounts(ours.mod.token, { grade_id: 4, role: ' student ' });
  expect(inGrade.users.map(({ id }: Account) => id)).toEqual([ours.otherStudent.id]);
  const { body: withoutClass } = await listAccounts(ours.mod.token, {
    class_id: 'none',
    role: 'Teacher',
  });
  expect(withoutClass.users).toHaveLength(2);
  const { body: inactive } = await listAccounts(ours.mod.token, { status: 'inactive' });
  expect(inactive.users).toHaveLength(1);
  const { body: parents } = await listAccounts(ours.mod.token, { family_of: ours.student.id });
  expect(parents.users.map(({ id }: Account) => id)).toEqual([ours.parent.id]);
  const { body: children } = await listStudents(ours.mod.token, { family_of: ours.parent.id });
  expect(children.students.map(({ id }: Account) => id)).toEqual(parents.users[0].student_ids);
  expect((await listAccounts(admin.token, { role: 'trùm' })).status).toBe(400);
});

test('parents can be filtered by the classes and grades of their children', async () => {
  const parent = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
  for (const child of [ours.otherStudent, theirs.student]) await addChild(db, { parent, child });
  const listIds = async ({ token }: TestUser, query: object) => {
    const { body } = await listAccounts(token, { role: 'Parent', page: 1, ...query });
    return body.users.map(({ id }: Account) => id);
  };
  const inClass = await listIds(ours.mod, { class_id: ours.classId });
  expect(inClass).toEqual([ours.parent.id]);
  expect(await listIds(ours.mod, { class_id: ours.otherClassId })).toContain(parent.id);
  expect(await listIds(ours.mod, { grade_id: 4 })).toContain(parent.id);
  expect(await listIds(admin, { class_id: theirs.classId })).toContain(parent.id);
  expect(await listIds(theirs.mod, { class_id: theirs.classId })).toContain(parent.id);
  // Nobody learns about the children in another school.
  expect(await listIds(ours.mod, { class_id: theirs.classId })).toEqual([]);
});

test('an Admin pages through all schools and gets each account once', async () => {
  const ids: number[] = [];
  let before: string | undefined;
  do {
    const { body } = await listAccounts(admin.token, { limit: 4, ...(before && { before }) });
    expect(body.users.length).toBeLessThanOrEqual(4);
    ids.push(...body.users.map(({ id }: Account) => id));
    before = body.next;
  } while (before);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength((await listAccounts(admin.token)).body.total);
});

test('the list says what a Mod can do with each account, and that an Admin can also delete it', async () => {
  const forMod = (await listStudents(ours.mod.token)).body;
  expect(forMod.can.create).toEqual(['Teacher', 'Student', 'Parent']);
  expect(forMod.students[0].can).toEqual({
    edit: true,
    setStatus: true,
    setRole: false,
    setSchool: false,
    resetPassword: true,
    unlock: true,
    delete: false,
    addParent: true,
    leave: true,
    return: false,
  });
  const forAdmin = (await listStudents(admin.token, { school_id: ours.schoolId })).body;
  expect(forAdmin.students[0].can).toMatchObject({ delete: true, addParent: true });
  const student = forAdmin.students.find(({ id }: Account) => id === ours.student.id);
  expect(student.parent_ids).toEqual([ours.parent.id]);
});

test('the list of a whole school matches the contract beyond one batch', async () => {
  const largeSchoolId = await addSchool(db);
  await db.run(sql`
    insert into users (school_id, role, username, password_hash, first_name, last_name)
    select ${largeSchoolId}, 'Student', 'dai.' || number, '', 'Ân ' || number, 'Nguyễn'
    from generate_series(1, 1203) as number`);
  const { body } = await listStudents(admin.token, { school_id: largeSchoolId });
  expect(accounts.students.response.parse(body)).toEqual(body);
  expect(body.total).toBe(1203);
  expect(new Set(body.students.map(({ id }: Account) => id)).size).toBe(1203);
  const { body: users } = await listAccounts(ours.mod.token);
  expect(accounts.list.response.parse(users)).toEqual(users);
});
