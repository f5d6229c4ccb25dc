import { type AuditEntry, audit } from '@lop-xanh/contract/audit';
import { type Lesson, lessons } from '@lop-xanh/contract/lessons';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addUser } from '../../testing/fixtures.ts';
import { createLessonClient, text, week } from '../../testing/lesson-client.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database, { slideHosts: ['slides.example.edu.vn'] });
const admin = await addUser(database, { role: 'Admin' });
const { read, add, edit } = createLessonClient(app, admin);

describe('writing', () => {
  test('a lesson keeps the order of its entries, even with a repeated week', async () => {
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

  test('the older fields are accepted: slide, topic, and activities as a string', async () => {
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

  test('a slide host that the operator allows is accepted', async () => {
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
  ])('%j is rejected at %s, and nothing is saved', async (invalid, path, message) => {
    const { body: lesson } = await add();
    const count = () => db.value(z.number(), sql`select count(*) from lessons`);
    const before = await count();
    for (const { status, body } of [await add(invalid), await edit(lesson.id, invalid)]) {
      expect(status).toBe(400);
      const found = body.issues.find((issue: { path: string }) => issue.path.startsWith(path));
      expect(found).toBeDefined();
      if (message) expect(found).toMatchObject({ path, message });
    }
    expect(await count()).toBe(before);
    expect((await read(admin, lesson.id)).body).toEqual(lesson);
  });

  test('the error lists every invalid field', async () => {
    const invalid = {
      ...week,
      canva_link: 'https://evil.example/',
      thumbnail: '/uploads/lessons/x',
    };
    const { body } = await add({ content: [invalid, week, invalid] });
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'content.0.canva_link',
      'content.0.thumbnail',
      'content.2.canva_link',
      'content.2.thumbnail',
    ]);
  });

  test('35 weeks of two entries with long texts are accepted', async () => {
    const content = Array.from({ length: 70 }, (_, index) => ({
      week: (index % 35) + 1,
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

describe('concurrent edits', () => {
  test('an edit of an outdated version is a conflict', async () => {
    const { body } = await add();
    expect((await edit(body.id, { version: 1, title: 'Một' })).body.version).toBe(2);
    const second = await edit(body.id, { version: 1, title: 'Hai' });
    expect(second.status).toBe(409);
    expect(second.body).toEqual({
      code: 'conflict',
      reason: 'lesson_changed',
      message: 'Bài giảng đã được người khác sửa',
    });
    expect((await read(admin, body.id)).body.title).toBe('Một');
    expect((await edit(body.id, { title: 'Ba' })).status).toBe(200);
  });

  test('exactly one of ten edits of the same version is saved, and saved completely', async () => {
    const { body } = await add();
    const edits = Array.from({ length: 10 }, (_, index) =>
      edit(body.id, {
        version: 1,
        title: `Bản ${index}`,
        content: Array.from({ length: index + 1 }, () => ({ ...week, title: `Bản ${index}` })),
      }),
    );
    const statuses = (await Promise.all(edits)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)]);
    const saved = (await read(admin, body.id)).body as Lesson;
    expect(saved.version).toBe(2);
    expect(saved.content).toHaveLength(Number(saved.title.split(' ')[1]) + 1);
    expect(saved.content.every(({ title }) => title === saved.title)).toBe(true);
  });
});

test('the audit log shows who created, changed and deleted a lesson, with old and new values', async () => {
  const content = [week, { ...week, week: 2, items: ['Cốc'] }, { ...week, week: 3 }];
  const { id } = (await add({ content })).body;
  const changed = [
    week,
    { ...week, week: 2, title: 'Nước bẩn', items: ['Cốc', 'Thìa'] },
    { ...week, week: 4 },
  ];
  await edit(id, { title: 'Khoa học', content: changed });
  await edit(id, { title: 'Khoa học', content: changed });
  const { token } = admin;
  await request(app, lessons.delete, { token, params: { id } });
  const repeated = await request(app, lessons.delete, { token, params: { id } });
  expect(repeated.status).toBe(404);
  const query = { subject: 'lesson', subject_id: id } as const;
  const entries = (await request(app, audit.list, { token, query })).body.audit as AuditEntry[];
  expect(
    entries.toReversed().map((entry) => [entry.actor, entry.action, entry.subject_name]),
  ).toEqual([
    [admin.username, 'created', 'Khoa học vui'],
    [admin.username, 'changed', 'Khoa học'],
    [admin.username, 'deleted', 'Khoa học'],
  ]);
  const [deletion, change, creation] = entries.map(({ details }) => details);
  expect(creation).toMatchObject({
    new: {
      title: 'Khoa học vui',
      grade_id: 5,
      content: [week, { supplies: ['Cốc'] }, { week: 3 }],
    },
  });
  expect(change).toEqual({
    fields: ['title', 'content'],
    old: {
      title: 'Khoa học vui',
      content: [
        { week: 2, title: 'Nước sạch', supplies: ['Cốc'] },
        expect.objectContaining({ week: 3, summary: week.summary }),
      ],
    },
    new: {
      title: 'Khoa học',
      content: [
        { week: 2, title: 'Nước bẩn', supplies: ['Cốc', 'Thìa'] },
        expect.objectContaining({ week: 4, summary: week.summary }),
      ],
    },
  });
  expect(deletion).toMatchObject({ old: { title: 'Khoa học', content: [{}, {}, { week: 4 }] } });
});
