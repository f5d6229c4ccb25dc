import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  addClass,
  addSchool,
  addTwoSchools,
  addUser,
  loadActor,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { canSeeClass } from './classes.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

const listClasses = (token: string, query = {}) => request(app, classes.list, { token, query });
const toIds = (body: { classes: SchoolClass[] }) => body.classes.map(({ id }) => id);

test('there are five grades, in order', async () => {
  const { body } = await request(app, classes.grades, { token: ours.student.token });
  expect(body.grades.map(({ name }: { name: string }) => name)).toEqual([
    'Khối 1',
    'Khối 2',
    'Khối 3',
    'Khối 4',
    'Khối 5',
  ]);
});

test('the list contains exactly the classes that the actor may see', async () => {
  const rows = await db.many(
    z.object({
      id: z.number(),
      school_id: z.number(),
      is_past: z.boolean(),
      teacher_id: z.number().nullable(),
    }),
    sql`
      select id, school_id, false as is_past, homeroom.user_id as teacher_id from classes class
      left join current_members homeroom on homeroom.class_id = id and homeroom.kind = 'homeroom'
      where deleted_at is null`,
  );
  expect(rows).toHaveLength(4);
  const users = [
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
  for (const user of users) {
    const actor = await loadActor(database, user);
    const visibleIds = rows.filter((row) => canSeeClass(actor, row)).map(({ id }) => id);
    expect(new Set(toIds((await listClasses(user.token)).body))).toEqual(new Set(visibleIds));
    expect(visibleIds.length).toBeGreaterThan(0);
  }
});

test('a class includes its grade, its teacher and the number of its active students', async () => {
  await addUser(database, {
    role: 'Student',
    school_id: ours.schoolId,
    class_id: ours.classId,
    status: 'inactive',
  });
  const { body } = await listClasses(ours.teacher.token);
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
  const listStudents = (token: string, id = ours.classId) =>
    request(app, classes.students, { token, params: { id } });

  test('have all details for staff, but only names and avatars for students and parents', async () => {
    const details = {
      identifier_code: '2026000123',
      email: 'phuhuynh@example.vn',
      parent_name: 'Trần Văn Bình',
      phone: '0912 000 111',
    };
    const names = { full_name: 'Trần Ân', first_name: 'Ân', last_name: 'Trần' };
    const { id, username } = await addUser(database, {
      role: 'Student',
      school_id: ours.schoolId,
      class_id: ours.classId,
      first_name: 'Ân',
      last_name: 'Trần',
    });
    await updateRow(db, 'users', id, details);
    for (const staff of [ours.teacher, ours.mod, admin]) {
      const { body } = await listStudents(staff.token);
      expect(body.students.at(-1)).toEqual({
        id,
        ...names,
        ...details,
        username,
        avt: '/uploads/avt/avt-def.jpg',
        status: 'active',
        isLoginSlowed: false,
        class_id: ours.classId,
        school_id: ours.schoolId,
      });
    }
    for (const { token } of [ours.student, ours.parent]) {
      const { body } = await listStudents(token);
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

  test('are the active ones, sorted by given name and counted by the class', async () => {
    const inClass = { school_id: theirs.schoolId, class_id: theirs.classId };
    const names = ['Đạt', 'Dũng', 'Ánh', 'Bình'];
    for (const first_name of names)
      await addUser(database, { role: 'Student', ...inClass, first_name });
    await addUser(database, { role: 'Student', ...inClass, status: 'inactive' });
    const { body } = await listStudents(theirs.mod.token, theirs.classId);
    const firstNames = body.students.map(({ first_name }: { first_name: string }) => first_name);
    expect(firstNames).toEqual(['An', 'Ánh', 'Bình', 'Dũng', 'Đạt']);
    const [ownClass] = (await listClasses(theirs.teacher.token)).body.classes;
    expect(ownClass.student_count).toBe(firstNames.length);
  });
});

test('a deleted class is not listed', async () => {
  const deletedId = await addClass(db, ours.schoolId, '1Z', 1);
  await db.run(sql`
    update classes set deleted_at = ${new Date().toISOString()} where id = ${deletedId}`);
  expect(toIds((await listClasses(ours.mod.token)).body)).not.toContain(deletedId);
});

describe('filtering by school_id', () => {
  test('an Admin can filter the list by a school', async () => {
    const { body } = await listClasses(admin.token, { school_id: theirs.schoolId });
    expect(toIds(body)).toEqual([theirs.classId, theirs.otherClassId]);
  });

  test('a Mod can filter only by their own school', async () => {
    expect((await listClasses(ours.mod.token, { school_id: ours.schoolId })).status).toBe(200);
    const { status, body } = await listClasses(ours.mod.token, { school_id: theirs.schoolId });
    expect(status).toBe(403);
    expect(body.code).toBe('forbidden');
  });
});

test('an Admin pages through all schools and gets each class once', async () => {
  const schoolId = await addSchool(db, 'TH Nguyễn Bá Ngọc');
  for (let number = 0; number < 7; number++) await addClass(db, schoolId, `2${number}`, 2);
  const ids: number[] = [];
  let before: string | undefined;
  for (let page = 0; page < 20; page++) {
    const { body } = await listClasses(admin.token, { limit: 3, ...(before && { before }) });
    expect(body.classes.length).toBeLessThanOrEqual(3);
    ids.push(...toIds(body));
    before = body.next;
    if (!before) break;
  }
  expect(ids).toHaveLength(11);
  expect(new Set(ids).size).toBe(11);
});

test.each(['', 'khong', 'WyJhIl0', Buffer.from('[1,2]').toString('base64url')])(
  'the cursor %j is rejected unless it is empty',
  async (before) => {
    const { status } = await listClasses(admin.token, { before });
    expect(status).toBe(before === '' ? 200 : 400);
  },
);
