import { type Lesson, lessons, type TaughtClass } from '@lop-xanh/contract/lessons';
import { dayInVietnam, schoolYearOf } from '@lop-xanh/contract/rules/dates';
import { describe, expect, test } from 'vitest';
import { countStatements } from '../../testing/count-statements.ts';
import { lessonCalls, week } from '../../testing/lesson-calls.ts';
import {
  actorBehind,
  addChild,
  addClass,
  addLesson,
  addSheet,
  addTwoSchools,
  addUser,
  type TestUser,
} from '../../testing/people.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { canRead } from './lessons.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin, lesson, otherLesson } = await addTwoSchools(database);
const { read, add, edit } = lessonCalls(app, admin);
const thisYear = schoolYearOf(dayInVietnam(new Date()));

const list = async (person: TestUser, query = {}) =>
  (await request(app, lessons.list, { token: person.token, query })).body as {
    lessons: Lesson[];
    classes: TaughtClass[];
  };
const everybody = [
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

test('the list, a lesson’s own page and the rule agree on every lesson, for everybody', async () => {
  for (const grade of [1, 2, 3, 4, 5]) await addLesson(db, grade);
  const facts = await db.selectFrom('lessons').select(['id', 'grade_id']).execute();
  for (const person of everybody) {
    const actor = await actorBehind(database, person);
    const allowed = facts.filter((fact) => canRead(actor, fact)).map(({ id }) => id);
    const listed = (await list(person)).lessons.map(({ id }) => id);
    expect(new Set(listed)).toEqual(new Set(allowed));
    expect(allowed.length).toBeGreaterThan(0);
    for (const { id } of facts) {
      expect((await read(person, id)).status).toBe(allowed.includes(id) ? 200 : 404);
    }
  }
});

describe('who reads what', () => {
  test('an entry that is hidden keeps its content from everybody but an Admin', async () => {
    const hidden = async (person: TestUser) => (await read(person, lesson)).body.content[1];
    for (const person of [ours.student, ours.parent, ours.teacher, ours.mod, theirs.teacher]) {
      expect(await hidden(person)).toEqual({
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
      const all = (await list(person)).lessons.flatMap(({ content }) => content);
      const withheld = all.filter(({ status }) => status === 'inactive');
      expect(withheld.length).toBeGreaterThan(0);
      expect(withheld.every(({ summary, items }) => !summary && items.length === 0)).toBe(true);
    }
    expect(await hidden(admin)).toMatchObject({ summary: 'Tóm tắt', items: ['Giấy', 'Bút màu'] });
  });

  test('activities are made from the content, hidden ones too', async () => {
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

  test('hiding takes effect with the next reading', async () => {
    const { body } = await add({ grade_id: 3 });
    const seen = async () => (await read(ours.student, body.id)).body.content[0].summary;
    expect(await seen()).toBe(week.summary);
    await edit(body.id, { grade_id: 3, content: [{ ...week, status: 'inactive' }] });
    expect(await seen()).toBe('');
    await edit(body.id, { grade_id: 4 });
    expect((await read(ours.student, body.id)).status).toBe(404);
  });

  test('a grade narrows the list, and never widens it', async () => {
    const gradesOf = (answer: { lessons: Lesson[] }) =>
      new Set(answer.lessons.map(({ grade_id }) => grade_id));
    expect(gradesOf(await list(ours.mod, { grade_id: 4 }))).toEqual(new Set([4]));
    expect(gradesOf(await list(ours.student, { grade_id: 3 }))).toEqual(new Set([3]));
    expect(await list(ours.student, { grade_id: 4 })).toEqual({ lessons: [], classes: [] });
    expect((await list(ours.mod, { grade_id: 99 })).lessons).toEqual([]);
  });

  test('a parent reads the grades of all their children, a teacher without a class none', async () => {
    const inSchool = { school_id: ours.schoolId };
    const parent = await addUser(database, { role: 'Parent', ...inSchool });
    for (const child of [ours.student, ours.otherStudent]) {
      await addChild(db, { schoolId: ours.schoolId, parent, child });
    }
    const { lessons: found, classes } = await list(parent);
    expect(new Set(found.map(({ grade_id }) => grade_id))).toEqual(new Set([3, 4]));
    expect(classes.map(({ id }) => id)).toEqual([ours.classId, ours.otherClassId]);
    const idle = await addUser(database, { role: 'Teacher', ...inSchool });
    expect(await list(idle)).toEqual({ lessons: [], classes: [] });
  });

  test('moved to another grade, a student reads that one from now on', async () => {
    const inSchool = { school_id: ours.schoolId };
    const student = await addUser(database, {
      role: 'Student',
      ...inSchool,
      class_id: ours.classId,
    });
    expect((await read(student, lesson)).status).toBe(200);
    const class_id = await addClass(db, ours.schoolId, '4Z', 4);
    await db.updateTable('users').set({ class_id }).where('id', '=', student.id).execute();
    expect((await read(student, lesson)).status).toBe(404);
    expect((await read(student, otherLesson)).status).toBe(200);
  });
});

describe('the weeks that a class has taken', () => {
  test('are those of this school year, for the classes that one has to do with', async () => {
    const { schoolId, classId, teacher: takenBy } = theirs;
    const sheet = { schoolId, classId, takenBy };
    for (const [number, year] of [
      [10, thisYear],
      [2, thisYear],
      [3, thisYear - 1],
    ] as const) {
      await addSheet(db, { ...sheet, week: number, year });
    }
    const own = { id: classId, name: '3A', grade_id: 3, taken: [2, 10] };
    for (const person of [theirs.student, theirs.parent, theirs.teacher]) {
      expect((await list(person)).classes).toEqual([own]);
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
    const sheets = () => db.selectFrom('attendance_sheets').selectAll().execute();
    await addSheet(db, {
      schoolId: ours.schoolId,
      classId: ours.classId,
      takenBy: ours.teacher,
      week: 1,
      year: thisYear,
    });
    const before = await sheets();
    const removed = await request(app, lessons.remove, { token: admin.token, params: { id } });
    expect(removed.status).toBe(200);
    expect((await read(admin, id)).status).toBe(404);
    expect(await sheets()).toEqual(before);
    expect((await list(ours.student)).classes[0]?.taken).toEqual([1]);
  });
});

test('the library takes the same number of statements, however long it is', async () => {
  const school = ours.schoolId;
  const statements = () => countStatements(database, () => list(ours.mod));
  const before = await statements();
  for (let number = 0; number < 5; number++) {
    await addLesson(db, 3);
    await addClass(db, school, `5${number}`, 5);
  }
  expect(await statements()).toBe(before);
  expect(before).toBeLessThanOrEqual(3);
});
