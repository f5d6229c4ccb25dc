import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { type AuditEntry, audit } from '@lop-xanh/contract/audit';
import { type CardState, cards } from '@lop-xanh/contract/cards';
import { classes } from '@lop-xanh/contract/classes';
import { consent } from '@lop-xanh/contract/consent';
import { history } from '@lop-xanh/contract/history';
import { type Person, people } from '@lop-xanh/contract/people';
import { describe, expect, test } from 'vitest';
import { makeSheetInput, thisSchoolYear, today } from '../../testing/attendance.ts';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addChild,
  addClass,
  addPost,
  addSubstitution,
  addTwoSchools,
  addUser,
  deleteUser,
  insertRow,
  moveUser,
  type TestUser,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
type School = typeof ours;

const send = ({ id }: { id: number }, { token }: TestUser = ours.mod) =>
  request(app, people.read, { token, params: { id } });
const read = async (user: { id: number }, reader: TestUser = ours.mod): Promise<Person> => {
  const { status, body } = await send(user, reader);
  expect(status).toBe(200);
  return body;
};

/** Takes attendance, records a paper form and prints a card of the student, who is in the school now. */
async function recordLife({ teacher, mod, classId }: School, student: TestUser, week: number) {
  const params = { id: classId };
  const save = await request(app, attendance.save, {
    token: teacher.token,
    params,
    body: makeSheetInput([...(await listStudents(classId)), student], {
      week,
      absent: [student.id],
      note: 'Ốm',
      isExcused: true,
    }),
  });
  const form = await request(app, consent.record, {
    token: mod.token,
    params: { id: student.id },
    body: { side: 'guardian', decision: 'given', decided_on: today },
  });
  const print = await request(app, cards.issue, {
    token: mod.token,
    params,
    body: { student_ids: [student.id] },
  });
  expect([save.status, form.status, print.status]).toEqual([201, 200, 201]);
}
const listStudents = async (classId: number) =>
  [ours, theirs].filter((school) => school.classId === classId).map(({ student }) => student);

/** A student who moved from their school to ours, with records in both. */
const student = await addUser(database, {
  role: 'Student',
  school_id: theirs.schoolId,
  class_id: theirs.classId,
});
await recordLife(theirs, student, 1);
await updateRow(db, 'users', student.id, { school_id: ours.schoolId });
await moveUser(db, { userId: student.id, classId: ours.classId });
await addChild(db, { parent: ours.parent, child: student });
await addChild(db, { parent: theirs.parent, child: student });
await recordLife(ours, student, 2);

// The id of a class may be that of a student.
await insertRow(db, 'audit_log', {
  actor: 'mod',
  action: 'changed',
  subject: 'class',
  subject_id: student.id,
  subject_name: '3A',
  school_id: ours.schoolId,
});
const isNotAbout =
  (id: number) =>
  ({ subject, subject_id }: AuditEntry) =>
    subject === 'class' || subject_id !== id;

describe.each([
  ['a Mod', ours.mod],
  ['an Admin', admin],
])('%s sees of a student', (_, reader) => {
  const { token } = reader;
  const { id } = student;
  const get = async (endpoint: Parameters<typeof request>[1], input: object = {}) => {
    const { status, body } = await request(app, endpoint, { token, ...input } as never);
    expect(status).toBe(200);
    return body;
  };

  test('the account and the parents that the accounts screen shows', async () => {
    const { account, parents } = await read(student, reader);
    const list = async (query: object) => (await get(accounts.list, { query })).users;
    expect([account]).toEqual(
      await list({ family_of: ours.parent.id, class_id: ours.classId }).then(
        (users: { id: number }[]) => users.filter((user) => user.id === id),
      ),
    );
    const listed = await list({ family_of: id, page: 1 });
    expect(listed).toHaveLength(2);
    const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
    expect(parents.toSorted(byId)).toEqual(listed.toSorted(byId));
  });

  test('the attendance of the report', async () => {
    const {
      student: _student,
      moves: _moves,
      ...year
    } = await get(history.report, { params: { id } });
    expect(year.totals).toEqual({ present: 0, absent: 2, excused: 2, total: 2 });
    expect((await read(student, reader)).attendance).toEqual(year);
  });

  test('the photo consent', async () => {
    const expected = await get(consent.read, { params: { id } });
    expect(expected.records).toHaveLength(2);
    expect((await read(student, reader)).consent).toEqual(expected);
  });

  test('the card', async () => {
    const list = await get(cards.ofClass, { params: { id: ours.classId } });
    const expected = list.cards.find(({ student_id }: CardState) => student_id === id);
    expect(expected.issuedAt).not.toBeNull();
    expect((await read(student, reader)).card).toEqual(expected);
  });

  test('the entries of the audit log about them', async () => {
    const entries = (await get(audit.list, { query: { person_id: id } })).audit;
    expect(entries.map((entry: AuditEntry) => entry.subject)).toEqual(
      expect.arrayContaining(['card', 'photo_consent']),
    );
    expect(entries.filter(isNotAbout(id))).toEqual([]);
    expect((await read(student, reader)).audit).toEqual(entries);
  });
});

test('a Mod sees only the classes and audit entries of their own school', async () => {
  const listNames = ({ memberships }: Person) => memberships.map(({ school_name }) => school_name);
  const ownName = (await read(ours.student)).memberships[0]?.school_name;
  const [inOurs, ...before] = listNames(await read(student, admin));
  expect(before).toHaveLength(1);
  expect(listNames(await read(student))).toEqual([inOurs]);
  expect(inOurs).toBe(ownName);
  const listSchools = ({ audit: entries }: Person) =>
    new Set(entries.map(({ school_id }) => school_id));
  expect(listSchools(await read(student))).toEqual(new Set([ours.schoolId]));
  expect(listSchools(await read(student, admin))).toEqual(
    new Set([ours.schoolId, theirs.schoolId]),
  );
});

test('nobody finds a person whose account they may not see, or who was deleted', async () => {
  expect((await send(student, theirs.mod)).status).toBe(404);
  expect((await send(ours.mod)).status).toBe(404);
  expect((await send(admin)).status).toBe(404);
  const deleted = await addUser(database, { role: 'Student', school_id: ours.schoolId });
  await deleteUser(db, deleted.id);
  expect((await send(deleted)).status).toBe(404);
  expect((await send(deleted, admin)).status).toBe(404);
});

test('a student in no class has no card, and an inactive one neither', async () => {
  const pending = await addUser(database, { role: 'Student', school_id: ours.schoolId });
  expect(await read(pending)).toMatchObject({ card: null, memberships: [], parents: [] });
  const inactive = await addUser(database, {
    role: 'Student',
    school_id: ours.schoolId,
    class_id: ours.classId,
    status: 'inactive',
  });
  const { account, card, memberships } = await read(inactive);
  expect([account.status, card, memberships.length]).toEqual(['inactive', null, 1]);
});

test('a class has the name and the teacher of the time', async () => {
  const classId = await addClass(db, ours.schoolId, '2A', 2, thisSchoolYear);
  const inClass = { school_id: ours.schoolId, class_id: classId };
  const first = await addUser(database, { role: 'Teacher', ...inClass, first_name: 'Chi' });
  const child = await addUser(database, { role: 'Student', ...inClass });
  await moveUser(db, { userId: child.id, classId: ours.classId });
  await moveUser(db, { userId: first.id, classId: null });
  await addUser(database, { role: 'Teacher', ...inClass, first_name: 'Mai' });
  await request(app, classes.edit, {
    token: admin.token,
    params: { id: classId },
    body: { name: '2B' },
  });
  const { memberships } = await read(child);
  expect(memberships).toMatchObject([
    { kind: 'student', class_id: ours.classId, teacher: { id: ours.teacher.id }, until: null },
    {
      kind: 'student',
      class_name: '2A',
      school_year: thisSchoolYear,
      teacher: { id: first.id, full_name: 'Chi' },
    },
  ]);
});

test('a teacher has classes, substitutions and posts in every state', async () => {
  const teacher = await addUser(database, { role: 'Teacher', school_id: ours.schoolId });
  for (const name of ['5X', '5Y', '5Z']) {
    const classId = await addClass(db, ours.schoolId, name, 5);
    await moveUser(db, { userId: teacher.id, classId });
  }
  const from = new Date(Date.now() + 24 * 3_600_000);
  const until = new Date(from.getTime() + 3_600_000);
  await addSubstitution(db, { userId: teacher.id, classId: ours.otherClassId, from, until });
  for (const status of ['approved', 'pending', 'pending', 'rejected', 'withdrawn', 'approved']) {
    await addPost(db, { schoolId: ours.schoolId, author: teacher, status: status as 'pending' });
  }
  const person = await read(teacher);
  expect(person.memberships.map(({ kind, class_name }) => [kind, class_name])).toEqual([
    ['substitute', '4B'],
    ['homeroom', '5Z'],
    ['homeroom', '5Y'],
    ['homeroom', '5X'],
  ]);
  expect(person.posts?.counts).toEqual({ approved: 2, pending: 2, rejected: 1, withdrawn: 1 });
  expect(person.posts?.newest.map(({ status }) => status)).toEqual([
    'approved',
    'withdrawn',
    'rejected',
    'pending',
    'pending',
  ]);
  expect(person).toMatchObject({ attendance: null, consent: null, card: null, parents: [] });
});

test('a Mod sees of a parent of another school only their own children and no email', async () => {
  await updateRow(db, 'users', theirs.parent.id, { email: 'hoa@example.vn' });
  const { account } = await read(theirs.parent);
  expect(account.children.map(({ id }) => id)).toEqual([student.id]);
  expect([account.email, account.can.edit]).toEqual([null, false]);
  const seenByAdmin = (await read(theirs.parent, admin)).account;
  expect(new Set(seenByAdmin.children.map(({ id }) => id))).toEqual(
    new Set([theirs.student.id, student.id]),
  );
});

test('a person is read in few statements, however many records there are', async () => {
  const count = () => countStatements(database, () => read(student));
  expect(await count()).toBeLessThanOrEqual(16);
});
