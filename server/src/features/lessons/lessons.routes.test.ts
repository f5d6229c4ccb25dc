import { type ClassProgress, type Lesson, lessons } from '@lop-xanh/contract/lessons';
import { getSchoolYear, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addChild,
  addClass,
  addLesson,
  addSheet,
  addTwoSchools,
  addUser,
  loadActor,
  moveUser,
  type TestUser,
} from '../../testing/fixtures.ts';
import { createLessonClient, week } from '../../testing/lesson-client.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { canRead } from './lessons.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin, lesson, otherLesson } = await addTwoSchools(database);
const { read, add, edit } = createLessonClient(app, admin);
const thisYear = getSchoolYear(getVietnamDate(new Date()));

const list = async (user: TestUser, query = {}) =>
  (await request(app, lessons.list, { token: user.token, query })).body as {
    lessons: Lesson[];
    classes: ClassProgress[];
  };
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

test('the list, the lesson’s own page and the rule agree on every lesson for every role', async () => {
  for (const grade of [1, 2, 3, 4, 5]) await addLesson(db, grade);
  const storedLessons = await db.many(
    z.object({ id: z.number(), grade_id: z.number() }),
    sql`select id, grade_id from lessons`,
  );
  for (const user of users) {
    const actor = await loadActor(database, user);
    const allowed = storedLessons.filter((stored) => canRead(actor, stored)).map(({ id }) => id);
    const listed = (await list(user)).lessons.map(({ id }) => id);
    expect(new Set(listed)).toEqual(new Set(allowed));
    expect(allowed.length).toBeGreaterThan(0);
    for (const { id } of storedLessons) {
      expect((await read(user, id)).status).toBe(allowed.includes(id) ? 200 : 404);
    }
  }
});

describe('reading', () => {
  test('only an Admin sees the content of a hidden entry', async () => {
    const readHidden = async (user: TestUser) => (await read(user, lesson)).body.content[1];
    for (const user of [ours.student, ours.parent, ours.teacher, ours.mod, theirs.teacher]) {
      expect(await readHidden(user)).toEqual({
        week: 2,
        title: 'Bài ẩn',
        status: 'inactive',
        summary: '',
        canva_link: null,
        thumbnail: null,
        outline: [],
        topic: '',
        items: [],
      });
      const all = (await list(user)).lessons.flatMap(({ content }) => content);
      const hidden = all.filter(({ status }) => status === 'inactive');
      expect(hidden.length).toBeGreaterThan(0);
      expect(hidden.every(({ summary, items }) => !summary && items.length === 0)).toBe(true);
    }
    expect(await readHidden(admin)).toMatchObject({
      summary: 'Tóm tắt',
      items: ['Giấy', 'Bút màu'],
    });
  });

  test('activities are derived from the content, hidden entries included', async () => {
    const { body } = await read(ours.teacher, lesson);
    expect(body.activities).toEqual([
      {
        week: 1,
        topic: 'Khởi động\nThực hành',
        items: ['Giấy', 'Bút màu'],
        status: 'active',
      },
      { week: 2, topic: '', items: [], status: 'inactive' },
    ]);
    expect(body.content[0].topic).toBe('Khởi động\nThực hành');
  });

  test('hiding an entry takes effect at once', async () => {
    const { body } = await add({ grade_id: 3 });
    const readSummary = async () => (await read(ours.student, body.id)).body.content[0].summary;
    expect(await readSummary()).toBe(week.summary);
    await edit(body.id, { grade_id: 3, content: [{ ...week, status: 'inactive' }] });
    expect(await readSummary()).toBe('');
    await edit(body.id, { grade_id: 4 });
    expect((await read(ours.student, body.id)).status).toBe(404);
  });

  test('the grade filter never adds lessons to the list', async () => {
    const listGrades = (response: { lessons: Lesson[] }) =>
      new Set(response.lessons.map(({ grade_id }) => grade_id));
    expect(listGrades(await list(ours.mod, { grade_id: 4 }))).toEqual(new Set([4]));
    expect(listGrades(await list(ours.student, { grade_id: 3 }))).toEqual(new Set([3]));
    expect(await list(ours.student, { grade_id: 4 })).toEqual({ lessons: [], classes: [] });
    expect((await list(ours.mod, { grade_id: 99 })).lessons).toEqual([]);
  });

  test('a parent reads the lessons of all their children’s grades, a teacher without a class none', async () => {
    const inSchool = { school_id: ours.schoolId };
    const parent = await addUser(database, { role: 'Parent', ...inSchool });
    for (const child of [ours.student, ours.otherStudent]) {
      await addChild(db, { parent, child });
    }
    const { lessons: found, classes } = await list(parent);
    expect(new Set(found.map(({ grade_id }) => grade_id))).toEqual(new Set([3, 4]));
    expect(classes.map(({ id }) => id)).toEqual([ours.classId, ours.otherClassId]);
    const teacher = await addUser(database, { role: 'Teacher', ...inSchool });
    expect(await list(teacher)).toEqual({ lessons: [], classes: [] });
  });

  test('a student who moves to another grade reads that grade’s lessons', async () => {
    const inSchool = { school_id: ours.schoolId };
    const student = await addUser(database, {
      role: 'Student',
      ...inSchool,
      class_id: ours.classId,
    });
    expect((await read(student, lesson)).status).toBe(200);
    const class_id = await addClass(db, ours.schoolId, '4Z', 4);
    await moveUser(db, { userId: student.id, classId: class_id });
    expect((await read(student, lesson)).status).toBe(404);
    expect((await read(student, otherLesson)).status).toBe(200);
  });
});

describe('the weeks that a class has taken', () => {
  test('are those of this school year, for the user’s own classes', async () => {
    const { schoolId, classId, teacher: takenBy } = theirs;
    const sheet = { schoolId, classId, takenBy };
    const year = thisYear;
    for (const week of [10, 2]) await addSheet(db, { ...sheet, week, year });
    const lastYear = { year: thisYear - 1, week: 3 };
    const formerClassId = await addClass(db, schoolId, '3A', 3, lastYear.year);
    await addSheet(db, { ...sheet, ...lastYear, classId: formerClassId });
    const own = { id: classId, name: '3A', grade_id: 3, taken: [2, 10] };
    for (const user of [theirs.student, theirs.parent, theirs.teacher]) {
      expect((await list(user)).classes).toEqual([own]);
    }
    expect((await list(theirs.mod)).classes).toEqual([
      own,
      { id: theirs.otherClassId, name: '4B', grade_id: 4, taken: [] },
    ]);
    expect((await list(theirs.mod, { grade_id: 3 })).classes).toEqual([own]);
    expect((await list(ours.mod)).classes.map(({ id }) => id)).not.toContain(classId);
    expect((await list(admin)).classes).toEqual([]);
  });

  test('stay when the lesson is deleted', async () => {
    const { body } = await add({ grade_id: 3 });
    const { id } = body;
    const listSheets = () =>
      db.values(z.string(), sql`select sheet::text from attendance_sheets sheet order by id`);
    await addSheet(db, {
      schoolId: ours.schoolId,
      classId: ours.classId,
      takenBy: ours.teacher,
      week: 1,
      year: thisYear,
    });
    const before = await listSheets();
    const removed = await request(app, lessons.delete, { token: admin.token, params: { id } });
    expect(removed.status).toBe(200);
    expect((await read(admin, id)).status).toBe(404);
    expect(await listSheets()).toEqual(before);
    expect((await list(ours.student)).classes[0]?.taken).toEqual([1]);
  });
});

test('the library takes the same number of statements whatever its length', async () => {
  const count = () => countStatements(database, () => list(ours.mod));
  const before = await count();
  for (let number = 0; number < 5; number++) {
    await addLesson(db, 3);
    await addClass(db, ours.schoolId, `5${number}`, 5);
  }
  expect(await count()).toBe(before);
  expect(before).toBeLessThanOrEqual(3);
});
