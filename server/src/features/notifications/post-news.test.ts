import type { Notification } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import { expect, test } from 'vitest';
import { newsIn, newsOf } from '../../testing/notifications.ts';
import {
  addChild,
  addSchool,
  addTwoSchools,
  addUser,
  type TestUser,
} from '../../testing/people.ts';
import { postCalls, text } from '../../testing/post-calls.ts';
import { addClassWithStudents } from '../../testing/roll-call.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours } = await addTwoSchools(database);
const { submit: write, approve } = postCalls(app, ours);
const { toldBy } = newsIn(db);

const submit = async (author: TestUser = ours.teacher) => (await write(author)).id;
const approved = async () => {
  const id = await submit();
  await approve(id);
  return id;
};

test('a post approved in a class of 45 students with 60 parents: one statement writes it all', async () => {
  const schoolId = await addSchool(db, 'TH Nguyễn Huệ');
  const mod = await addUser(database, { role: 'Mod', school_id: schoolId });
  const { teacher, students } = await addClassWithStudents(database, { schoolId, count: 45 });
  for (let number = 0; number < 60; number++) {
    const parent = await addUser(database, { role: 'Parent', school_id: schoolId });
    await addChild(db, { schoolId, parent, child: students[number % 45] as TestUser });
  }
  const id = await submit(teacher);
  await db.schema.createTable('written').addColumn('rows', 'integer').execute();
  await database.pool.query(`
    create function count_written() returns trigger language plpgsql as $$
    begin insert into written select count(*) from changed; return null; end $$;
    create trigger count_written after insert on notifications
      referencing new table as changed for each statement execute function count_written()`);
  await request(app, posts.approve, { token: mod.token, params: { id }, body: {} });
  const { rows } = await database.pool.query('select rows from written');
  expect(rows).toEqual([{ rows: 106 }]);
});

test('the same act under the same key is told once', async () => {
  const id = await approved();
  const headers = { 'idempotency-key': 'mot-lan' };
  const once = () =>
    request(app, posts.comment, {
      token: ours.student.token,
      params: { id },
      body: { text: 'Hay quá' },
      headers,
    });
  expect(await toldBy(() => Promise.all([once(), once(), once()]))).toEqual({
    [ours.teacher.username]: ['comment'],
  });
});

test('a deleted post leaves its news, with the title of then', async () => {
  const id = await approved();
  await request(app, posts.remove, { token: ours.teacher.token, params: { id } });
  const [news] = await newsOf(app, ours.student);
  expect(news).toMatchObject({ refId: id, refTitle: text.title } satisfies Partial<Notification>);
});

test('a student is never told the title that a post got while it waits', async () => {
  const id = await approved();
  const body = { ...text, title: 'Chưa ai được biết' };
  await request(app, posts.edit, { token: ours.teacher.token, params: { id }, body });
  const told = JSON.stringify(await newsOf(app, ours.student));
  expect(told).toContain(text.title);
  expect(told).not.toContain(body.title);
});
