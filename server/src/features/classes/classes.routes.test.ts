import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import { describe, expect, test } from 'vitest';
import { actorBehind, addClass, addSchool, addTwoSchools, addUser } from '../../testing/people.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { canSeeClass } from './classes.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

const list = (token: string, query = {}) => request(app, classes.list, { token, query });
const idsOf = (body: { classes: SchoolClass[] }) => body.classes.map(({ id }) => id);

test('the grades are five, in order', async () => {
  const { body } = await request(app, classes.grades, { token: ours.student.token });
  expect(body.grades.map(({ name }: { name: string }) => name)).toEqual([
    'Khối 1',
    'Khối 2',
    'Khối 3',
    'Khối 4',
    'Khối 5',
  ]);
});

test('the list and the rule agree on every class, for everybody', async () => {
  const facts = await db
    .selectFrom('classes')
    .select(['id', 'school_id'])
    .where('deleted_at', 'is', null)
    .execute();
  expect(facts).toHaveLength(4);
  const people = [
    ...[ours, theirs].flatMap(({ mod, teacher, otherTeacher, student, otherStudent, parent }) => [
      mod,
      teacher,
      otherTeacher,
      student,
      otherStudent,
      parent,
    ]),
    admin,
  ];
  for (const person of people) {
    const { token } = person;
    const actor = await actorBehind(database, person);
    const allowed = facts.filter((fact) => canSeeClass(actor, fact)).map(({ id }) => id);
    expect(new Set(idsOf((await list(token)).body))).toEqual(new Set(allowed));
    expect(allowed.length).toBeGreaterThan(0);
  }
});

test('a class carries its grade, its teacher and the number of its active students', async () => {
  await addUser(database, {
    role: 'Student',
    school_id: ours.schoolId,
    class_id: ours.classId,
    status: 'inactive',
  });
  const { body } = await list(ours.teacher.token);
  expect(body).toMatchObject({
    next: null,
    classes: [
      {
        id: ours.classId,
        name: '3A',
        grade_name: 'Khối 3',
        school_name: 'TH Kim Đồng',
        teacher_id: ours.teacher.id,
        teacher_username: ours.teacher.username,
        student_count: 1,
      },
    ],
  });
});

describe('the students of a class', () => {
  const students = (token: string, id = ours.classId) =>
    request(app, classes.students, { token, params: { id } });

  test('are told with their details to the staff, with names and avatar to students and parents', async () => {
    const details = {
      identifier_code: '2026000123',
      email: 'phuhuynh@example.vn',
      parent_name: 'Trần Văn Bình',
      phone: '0912 000 111',
    };
    const thin = { full_name: 'Trần Ân', first_name: 'Ân', last_name: 'Trần' };
    const { id, username } = await addUser(database, {
      role: 'Student',
      school_id: ours.schoolId,
      class_id: ours.classId,
      first_name: 'Ân',
      last_name: 'Trần',
    });
    await db.updateTable('users').set(details).where('id', '=', id).execute();
    for (const person of [ours.teacher, ours.mod, admin]) {
      const { body } = await students(person.token);
      expect(body.students.at(-1)).toEqual({
        id,
        ...thin,
        ...details,
        username,
        avt: '/uploads/avt/avt-def.jpg',
        status: 'active',
        isLoginSlowed: false,
        class_id: ours.classId,
        school_id: ours.schoolId,
      });
    }
    for (const person of [ours.student, ours.parent]) {
      const { body } = await students(person.token);
      expect(body.students).toHaveLength(2);
      for (const student of body.students as object[]) {
        expect(Object.keys(student).toSorted()).toEqual([
          'avt',
          'first_name',
          'full_name',
          'id',
          'last_name',
        ]);
      }
    }
  });

  test('are the active ones, as many as the class says, by given name', async () => {
    const inClass = { school_id: theirs.schoolId, class_id: theirs.classId };
    const names = ['Đạt', 'Dũng', 'Ánh', 'Bình'];
    for (const first_name of names)
      await addUser(database, { role: 'Student', ...inClass, first_name });
    await addUser(database, { role: 'Student', ...inClass, status: 'inactive' });
    const { body } = await students(theirs.mod.token, theirs.classId);
    const given = body.students.map((student: { first_name: string }) => student.first_name);
    expect(given).toEqual(['An', 'Ánh', 'Bình', 'Dũng', 'Đạt']);
    const [listed] = (await list(theirs.teacher.token)).body.classes;
    expect(listed.student_count).toBe(given.length);
  });
});

test('a deleted class is in no list', async () => {
  const gone = await addClass(db, ours.schoolId, '1Z', 1);
  await db
    .updateTable('classes')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', gone)
    .execute();
  expect(idsOf((await list(ours.mod.token)).body)).not.toContain(gone);
});

describe('school_id', () => {
  test('an Admin narrows the list to a school', async () => {
    const { body } = await list(admin.token, { school_id: theirs.schoolId });
    expect(idsOf(body)).toEqual([theirs.classId, theirs.otherClassId]);
  });

  test("a Mod may name their own school, and another's is refused", async () => {
    expect((await list(ours.mod.token, { school_id: ours.schoolId })).status).toBe(200);
    const { status, body } = await list(ours.mod.token, { school_id: theirs.schoolId });
    expect(status).toBe(403);
    expect(body.code).toBe('forbidden');
  });
});

test('an Admin reads all schools by pages, each class once', async () => {
  const school = await addSchool(db, 'TH Nguyễn Bá Ngọc');
  for (let number = 0; number < 7; number++) await addClass(db, school, `2${number}`, 2);
  const seen: number[] = [];
  let before: string | undefined;
  for (let pages = 0; pages < 20; pages++) {
    const { body } = await list(admin.token, { limit: 3, ...(before && { before }) });
    expect(body.classes.length).toBeLessThanOrEqual(3);
    seen.push(...idsOf(body));
    before = body.next;
    if (!before) break;
  }
  expect(seen).toHaveLength(11);
  expect(new Set(seen).size).toBe(11);
});

test.each(['', 'khong', 'WyJhIl0', Buffer.from('[1,2]').toString('base64url')])(
  'the cursor %j is refused',
  async (before) => {
    const { status } = await list(admin.token, { before });
    expect(status).toBe(before === '' ? 200 : 400);
  },
);
