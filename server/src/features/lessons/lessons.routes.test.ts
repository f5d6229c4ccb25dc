import { type Lesson, lessons, type TaughtClass } from '@lop-xanh/contract/lessons';
import { dayInVietnam, schoolYearOf } from '@lop-xanh/contract/rules/dates';
import { describe, expect, test } from 'vitest';
import { type Actor, actorOfSignature } from '../../http/authentication.ts';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addChild,
  addClass,
  addLesson,
  addPerson,
  addSheet,
  addTwoSchools,
  type Person,
} from '../../testing/people.ts';
import { call, makeTestApp } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { canRead } from './lessons.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database, { slideHosts: ['slides.example.edu.vn'] });
const { ours, theirs, admin, lesson, otherLesson } = await addTwoSchools(database);
const thisYear = schoolYearOf(dayInVietnam(new Date()));

const week = { week: 1, title: 'Nước sạch', summary: 'Nước sạch quanh em.' };
const text = { title: 'Khoa học vui', grade_id: 5, content: [week] };

const list = async (person: Person, query = {}) =>
  (await call(app, lessons.list, { token: person.token, query })).body as {
    lessons: Lesson[];
    classes: TaughtClass[];
  };
const read = (person: Person, id: number) =>
  call(app, lessons.read, { token: person.token, params: { id } });
const add = (body: object = {}) =>
  call(app, lessons.create, { token: admin.token, body: { ...text, ...body } as never });
const edit = (id: number, body: object = {}) =>
  call(app, lessons.edit, {
    token: admin.token,
    params: { id },
    body: { ...text, ...body } as never,
  });
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
    const actor = (await actorOfSignature(database, person.id)) as Actor;
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
    const hidden = async (person: Person) => (await read(person, lesson)).body.content[1];
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
    const parent = await addPerson(database, { role: 'Parent', ...inSchool });
    for (const child of [ours.student, ours.otherStudent]) {
      await addChild(db, { schoolId: ours.schoolId, parent, child });
    }
    const { lessons: found, classes } = await list(parent);
    expect(new Set(found.map(({ grade_id }) => grade_id))).toEqual(new Set([3, 4]));
    expect(classes.map(({ id }) => id)).toEqual([ours.classId, ours.otherClassId]);
    const idle = await addPerson(database, { role: 'Teacher', ...inSchool });
    expect(await list(idle)).toEqual({ lessons: [], classes: [] });
  });

  test('moved to another grade, a pupil reads that one from now on', async () => {
    const inSchool = { school_id: ours.schoolId };
    const pupil = await addPerson(database, {
      role: 'Student',
      ...inSchool,
      class_id: ours.classId,
    });
    expect((await read(pupil, lesson)).status).toBe(200);
    const class_id = await addClass(db, ours.schoolId, '4Z', 4);
    await db.updateTable('users').set({ class_id }).where('id', '=', pupil.id).execute();
    expect((await read(pupil, lesson)).status).toBe(404);
    expect((await read(pupil, otherLesson)).status).toBe(200);
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
    const removed = await call(app, lessons.remove, { token: admin.token, params: { id } });
    expect(removed.status).toBe(200);
    expect((await read(admin, id)).status).toBe(404);
    expect(await sheets()).toEqual(before);
    expect((await list(ours.student)).classes[0]?.taken).toEqual([1]);
  });
});

describe('writing', () => {
  test('a lesson comes back as it was written, in its order, with a doubled week', async () => {
    const content = [
      { ...week, week: 10, outline: ['Một', ' Hai ', ''], items: ['Cốc', ''] },
      { ...week, week: 2, canva_link: 'https://www.canva.com/design/DAF1/abc/view?utm=1' },
      { ...week, week: 10, title: 'Lần hai', status: 'inactive' },
    ];
    const { status, body } = await add({ content });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: text.title,
      grade_id: 5,
      grade_name: 'Khối 5',
      version: 1,
    });
    expect(body.content).toMatchObject([
      { week: 10, outline: ['Một', 'Hai'], topic: 'Một\nHai', items: ['Cốc'], status: 'active' },
      { week: 2, canva_link: 'https://www.canva.com/design/DAF1/abc/view?embed', items: [] },
      { week: 10, title: 'Lần hai', status: 'inactive' },
    ]);
    expect((await read(admin, body.id)).body).toEqual(body);
  });

  test('the older names and forms are taken: slide, topic, and activities as a string', async () => {
    const content = [
      { ...week, slide: 'https://youtu.be/a1B-c_2dE3f', topic: 'Một\n\nHai' },
      { ...week, week: 2 },
      { ...week, week: 2, items: ['Kéo'] },
    ];
    const activities = JSON.stringify([
      { week: 2, topic: 'Ba', items: ['Hồ dán'] },
      { week: 2, topic: 'Bốn', items: ['Bỏ qua'], status: 'inactive' },
    ]);
    const { body } = await add({ content, activities });
    expect(body.content).toMatchObject([
      {
        canva_link: 'https://www.youtube-nocookie.com/embed/a1B-c_2dE3f',
        outline: ['Một', 'Hai'],
      },
      { outline: ['Ba'], items: ['Hồ dán'], status: 'active' },
      { outline: ['Bốn'], items: ['Kéo'], status: 'inactive' },
    ]);
    const asList = await add({ content, activities: JSON.parse(activities) });
    expect(asList.body.activities).toEqual(body.activities);
  });

  test('a host that the operator allows is taken', async () => {
    const canva_link = 'https://slides.example.edu.vn/bai-1';
    const { body } = await add({ content: [{ ...week, canva_link }] });
    expect(body.content[0].canva_link).toBe(canva_link);
  });

  const unreadable = 'Danh sách hoạt động không đọc được';
  const wholeWeek = 'Tuần là số nguyên từ 1 đến 35';
  const onlyHosts =
    'Chỉ nhận liên kết https để xem từ Canva, Google Slides, YouTube, slides.example.edu.vn';
  test.each([
    [{ title: '  ' }, 'title', 'Title is required'],
    [{ title: undefined }, 'title', 'Title is required'],
    [{ grade_id: undefined }, 'grade_id', 'Select a grade'],
    [{ grade_id: null }, 'grade_id', 'Select a grade'],
    [{ grade_id: 6 }, 'grade_id', 'Select a grade'],
    [{ grade_id: 99_999_999_999 }, 'grade_id', 'Select a grade'],
    [
      { content: [week, { ...week, week: undefined }] },
      'content.1.week',
      'Week number is required',
    ],
    [{ content: [{ ...week, week: null }] }, 'content.0.week', 'Week number is required'],
    [{ content: [{ ...week, week: '' }] }, 'content.0.week', 'Week number is required'],
    [{ content: [{ ...week, week: 0 }] }, 'content.0.week', wholeWeek],
    [{ content: [{ ...week, week: 36 }] }, 'content.0.week', wholeWeek],
    [{ content: [{ ...week, week: 5.5 }] }, 'content.0.week', wholeWeek],
    [{ content: [{ ...week, week: 'năm' }] }, 'content.0.week', wholeWeek],
    [{ content: [{ ...week, week: '5' }] }, 'content.0.week', wholeWeek],
    [{ content: [{ ...week, title: ' ' }] }, 'content.0.title', 'Week title is required'],
    [{ content: [{ ...week, summary: '' }] }, 'content.0.summary', 'Summary is required'],
    [{ content: [{ ...week, summary: undefined }] }, 'content.0.summary', 'Summary is required'],
    [
      { content: [week, { ...week, canva_link: 'javascript:alert(1)' }] },
      'content.1.canva_link',
      onlyHosts,
    ],
    [
      { content: [{ ...week, canva_link: 'https://evil.example/design/a/b/view' }] },
      'content.0.canva_link',
      onlyHosts,
    ],
    [
      { content: [{ ...week, slide: 'http://www.canva.com/design/a/b/view' }] },
      'content.0.slide',
      onlyHosts,
    ],
    [{ activities: '[{"week": 1' }, 'activities', unreadable],
    [{ activities: '[{"week": 0}]' }, 'activities.0.week', wholeWeek],
    [{ activities: [{ week: 1, items: 'Kéo' }] }, 'activities', unreadable],
    [{ content: [{ ...week, status: 'nháp' }] }, 'content.0.status', undefined],
    [{ content: [{ ...week, topic: 'x\n'.repeat(21) }] }, 'content.0.topic', undefined],
    [{ content: Array.from({ length: 106 }, () => week) }, 'content', undefined],
    [{ content: undefined }, 'content', undefined],
  ])('%j is refused at %s, and nothing is saved', async (bad, path, message) => {
    const { body: kept } = await add();
    const count = async () => (await db.selectFrom('lessons').select('id').execute()).length;
    const before = await count();
    for (const { status, body } of [await add(bad), await edit(kept.id, bad)]) {
      expect(status).toBe(400);
      const issue = body.issues.find((one: { path: string }) => one.path.startsWith(path));
      expect(issue).toBeDefined();
      if (message) expect(issue).toEqual({ path, message });
    }
    expect(await count()).toBe(before);
    expect((await read(admin, kept.id)).body).toEqual(kept);
  });

  test('every field that cannot be kept is named at once', async () => {
    const bad = { ...week, canva_link: 'https://evil.example/', thumbnail: '/uploads/lessons/x' };
    const { body } = await add({ content: [bad, week, bad] });
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'content.0.canva_link',
      'content.0.thumbnail',
      'content.2.canva_link',
      'content.2.thumbnail',
    ]);
  });

  test('35 weeks of two entries with long texts are kept whole', async () => {
    const content = Array.from({ length: 70 }, (_, at) => ({
      week: (at % 35) + 1,
      title: 'Tuần học '.repeat(20),
      summary: 'Nước chảy đá mòn. '.repeat(270),
      outline: Array.from({ length: 20 }, (__, point) => `${point} ${'ý chính '.repeat(60)}`),
      items: Array.from({ length: 30 }, (__, item) => `${item} ${'giấy màu '.repeat(20)}`),
    }));
    const { status, body } = await add({ content });
    expect(status).toBe(201);
    expect(body.content).toHaveLength(70);
    expect((await edit(body.id, { content, version: 1 })).status).toBe(200);
  });
});

describe('two Admins at once', () => {
  test('who changes what another has changed since is told', async () => {
    const { body } = await add();
    expect((await edit(body.id, { version: 1, title: 'Một' })).body.version).toBe(2);
    const second = await edit(body.id, { version: 1, title: 'Hai' });
    expect(second.status).toBe(409);
    expect(second.body).toEqual({
      code: 'conflict',
      message: 'Bài giảng đã được người khác sửa',
    });
    expect((await read(admin, body.id)).body.title).toBe('Một');
    expect((await edit(body.id, { title: 'Ba' })).status).toBe(200);
  });

  test('of ten changes of one version one is kept, whole', async () => {
    const { body } = await add();
    const changes = Array.from({ length: 10 }, (_, at) =>
      edit(body.id, {
        version: 1,
        title: `Bản ${at}`,
        content: Array.from({ length: at + 1 }, () => ({ ...week, title: `Bản ${at}` })),
      }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)]);
    const kept = (await read(admin, body.id)).body as Lesson;
    expect(kept.version).toBe(2);
    expect(kept.content).toHaveLength(Number(kept.title.split(' ')[1]) + 1);
    expect(kept.content.every(({ title }) => title === kept.title)).toBe(true);
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
