import type { Notification } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addClassWithStudents } from '../../testing/attendance.ts';
import {
  addChild,
  addSchool,
  addTwoSchools,
  addUser,
  type TestUser,
} from '../../testing/fixtures.ts';
import { fetchNotifications, watchNotifications } from '../../testing/notifications.ts';
import { createPostClient, text } from '../../testing/post-client.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours } = await addTwoSchools(database);
const { submit: createPost, approve } = createPostClient(app, ours);
const { collectNotifications } = watchNotifications(db);

const submit = async (author: TestUser = ours.teacher) => (await createPost(author)).id;
const addApproved = async () => {
  const id = await submit();
  await approve(id);
  return id;
};

test('approving a post for 45 students and 60 parents writes all notifications in one statement', async () => {
  const schoolId = await addSchool(db, 'TH Nguyễn Huệ');
  const mod = await addUser(database, { role: 'Mod', school_id: schoolId });
  const { teacher, students } = await addClassWithStudents(database, { schoolId, count: 45 });
  for (let number = 0; number < 60; number++) {
    const parent = await addUser(database, { role: 'Parent', school_id: schoolId });
    await addChild(db, { parent, child: students[number % 45] as TestUser });
  }
  const id = await submit(teacher);
  await database.pool.query(`
    create table written (rows integer);
    create function count_written() returns trigger language plpgsql as $$
    begin insert into written select count(*) from changed; return null; end $$;
    create trigger count_written after insert on notifications
      referencing new table as changed for each statement execute function count_written()`);
  await request(app, posts.approve, { token: mod.token, params: { id }, body: {} });
  expect(await db.values(z.number(), sql`select rows from written`)).toEqual([106]);
});

test('requests with the same key notify once', async () => {
  const id = await addApproved();
  const headers = { 'idempotency-key': 'mot-lan' };
  const comment = () =>
    request(app, posts.comment, {
      token: ours.student.token,
      params: { id },
      body: { text: 'Hay quá' },
      headers,
    });
  expect(await collectNotifications(() => Promise.all([comment(), comment(), comment()]))).toEqual({
    [ours.teacher.username]: ['comment'],
  });
});

test('the notification of a deleted post keeps its title', async () => {
  const id = await addApproved();
  await request(app, posts.delete, { token: ours.teacher.token, params: { id } });
  const [latest] = await fetchNotifications(app, ours.student);
  expect(latest).toMatchObject({ refId: id, refTitle: text.title } satisfies Partial<Notification>);
});

test('a notification does not reveal the new title of a pending post', async () => {
  const id = await addApproved();
  const body = { ...text, title: 'Chưa ai được biết' };
  await request(app, posts.edit, { token: ours.teacher.token, params: { id }, body });
  const received = JSON.stringify(await fetchNotifications(app, ours.student));
  expect(received).toContain(text.title);
  expect(received).not.toContain(body.title);
});
