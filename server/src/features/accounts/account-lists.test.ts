import { type Account, accounts } from '@lop-xanh/contract/accounts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { actorBehind, addSchool, addTwoSchools, addUser } from '../../testing/people.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { type AccountFacts, canSeeAccount } from './accounts.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

const list = (token: string, query: object = {}) =>
  request(app, accounts.list, { token, query: query as never });
const students = (token: string, query: object = {}) =>
  request(app, accounts.students, { token, query: query as never });
const namesOf = (people: Account[]) => people.map(({ full_name }) => full_name);

/** A school of its own, so that what is listed is known. */
const schoolId = await addSchool(db, 'TH Trần Phú');
const people = [
  ['Nguyễn Văn', 'Ân'],
  ['Nguyễn Thị', 'Ánh'],
  ['Hoàng Lan', 'Anh'],
  ['Lê', 'Đạt'],
  ['Phạm', 'Dũng'],
] as const;
for (const [last_name, first_name] of people) {
  await addUser(database, { role: 'Student', school_id: schoolId, last_name, first_name });
}
const ofSchool = { school_id: schoolId };

test('the list and the rule agree on every account, for everybody', async () => {
  const facts = await db
    .selectFrom('users')
    .select(['id', 'role', 'school_id', 'class_id'])
    .$castTo<AccountFacts>()
    .execute();
  for (const person of [ours.mod, theirs.mod, admin]) {
    const { token } = person;
    const actor = await actorBehind(database, person);
    const allowed = facts.filter((fact) => canSeeAccount(actor, fact)).map((fact) => fact.id);
    const { body } = await list(token, { limit: 100 });
    expect(new Set(body.users.map((user: Account) => user.id))).toEqual(new Set(allowed));
    expect(body.total).toBe(allowed.length);
  }
});

test('people stand by given name in the order of the Vietnamese alphabet', async () => {
  const { body } = await students(admin.token, ofSchool);
  expect(namesOf(body.students)).toEqual([
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
])('a search for %j finds %j', async (q, found) => {
  const { body } = await students(admin.token, { ...ofSchool, q });
  expect(namesOf(body.students)).toEqual(found);
});

test('digits are found anywhere in a code', async () => {
  await db
    .updateTable('users')
    .set({ identifier_code: '2026004711' })
    .where('school_id', '=', schoolId)
    .where('first_name', '=', 'Đạt')
    .execute();
  const { body } = await students(admin.token, { ...ofSchool, q: '4711' });
  expect(namesOf(body.students)).toEqual(['Lê Đạt']);
});

test('a table reads one page, and how many there are', async () => {
  const page = async (number: number) =>
    (await students(admin.token, { ...ofSchool, page: number, rows: 2 })).body;
  const [first, second, third, fourth] = [
    await page(1),
    await page(2),
    await page(3),
    await page(4),
  ];
  expect(namesOf([...first.students, ...second.students, ...third.students])).toEqual(
    namesOf((await students(admin.token, ofSchool)).body.students),
  );
  expect(fourth.students).toEqual([]);
  expect(second.total).toBe(5);
});

test('the filters are role, status, grade, class and family', async () => {
  const { body: ofClass } = await list(admin.token, { class_id: ours.classId });
  expect(ofClass.users.map(({ id }: Account) => id)).toEqual([ours.teacher.id, ours.student.id]);
  const { body: ofGrade } = await list(ours.mod.token, { grade_id: 4, role: ' student ' });
  expect(ofGrade.users.map(({ id }: Account) => id)).toEqual([ours.otherStudent.id]);
  const { body: pending } = await list(ours.mod.token, { class_id: 'none', role: 'Teacher' });
  expect(pending.users).toHaveLength(2);
  const { body: inactive } = await list(ours.mod.token, { status: 'inactive' });
  expect(inactive.users).toHaveLength(1);
  const { body: parents } = await list(ours.mod.token, { family_of: ours.student.id });
  expect(parents.users.map(({ id }: Account) => id)).toEqual([ours.parent.id]);
  const { body: children } = await students(ours.mod.token, { family_of: ours.parent.id });
  expect(children.students.map(({ id }: Account) => id)).toEqual(parents.users[0].student_ids);
  expect((await list(admin.token, { role: 'trùm' })).status).toBe(400);
});

test('an Admin reads all schools by pages, each account once', async () => {
  const seen: number[] = [];
  let before: string | undefined;
  do {
    const { body } = await list(admin.token, { limit: 4, ...(before && { before }) });
    expect(body.users.length).toBeLessThanOrEqual(4);
    seen.push(...body.users.map(({ id }: Account) => id));
    before = body.next;
  } while (before);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toHaveLength((await list(admin.token)).body.total);
});

test('a Mod is told what may be created and done, an Admin more', async () => {
  const mod = (await students(ours.mod.token)).body;
  expect(mod.can.create).toEqual(['Teacher', 'Student']);
  expect(mod.students[0].can).toEqual({
    edit: true,
    setStatus: true,
    setRole: false,
    setSchool: false,
    resetPassword: true,
    unlock: true,
    delete: false,
    addParent: false,
  });
  const all = (await students(admin.token, { school_id: ours.schoolId })).body;
  expect(all.students[0].can).toMatchObject({ delete: true, addParent: true });
  const parents = all.students.find(({ id }: Account) => id === ours.student.id).parent_ids;
  expect(parents).toEqual([ours.parent.id]);
});

test('a whole list holds to the contract, also where it is longer than is read at once', async () => {
  const longSchool = await addSchool(db);
  await sql`
    insert into users (school_id, role, username, password_hash, first_name, last_name)
    select ${longSchool}, 'Student', 'dai.' || number, '', 'Ân ' || number, 'Nguyễn'
    from generate_series(1, 1203) as number`.execute(db);
  const { body } = await students(admin.token, { school_id: longSchool });
  expect(accounts.students.response.parse(body)).toEqual(body);
  expect(body.total).toBe(1203);
  expect(new Set(body.students.map(({ id }: Account) => id)).size).toBe(1203);
  const { body: users } = await list(ours.mod.token);
  expect(accounts.list.response.parse(users)).toEqual(users);
});
