import { type Person, people } from '@lop-xanh/contract/people';
import { expect, test } from 'vitest';
import {
  addChild,
  addPost,
  addTwoSchools,
  addUser,
  insertRow,
  type TestUser,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

test('comments of a person are paged newest first, with their posts, as far as a Mod moderates them', async () => {
  const author = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
  await addChild(db, { parent: author, child: ours.student });
  await addChild(db, { parent: author, child: theirs.student });
  const [ourPost, theirPost] = await Promise.all(
    [ours, theirs].map(({ schoolId, teacher }) =>
      addPost(db, { schoolId, author: teacher, status: 'approved' }),
    ),
  );
  const write = (postId: number, schoolId: number, fields: object = {}) =>
    insertRow(db, 'comments', {
      school_id: schoolId,
      post_id: postId,
      user_id: author.id,
      text: 'Đẹp quá',
      ...fields,
    });
  const inTheirs = await write(theirPost as number, theirs.schoolId);
  const held = { status: 'held', held_for: '{word}', text: 'Chờ duyệt' };
  const hidden = { status: 'hidden', reason: 'Không lịch sự', text: 'Đã ẩn' };
  const ids: number[] = [];
  for (const fields of [{}, held, hidden, {}, {}, {}]) {
    ids.unshift(await write(ourPost as number, ours.schoolId, fields));
  }
  const list = async (reader: TestUser, before?: string) => {
    const { status, body } = await request(app, people.comments, {
      token: reader.token,
      params: { id: author.id },
      query: { limit: 4, ...(before && { before }) },
    });
    expect(status).toBe(200);
    return body as Person['comments'];
  };
  const toIds = (page: Person['comments']) => page.comments.map(({ id }) => id);

  const first = await list(ours.mod);
  const second = await list(ours.mod, first.next ?? '');
  expect([...toIds(first), ...toIds(second)]).toEqual(ids);
  expect(second.next).toBeNull();
  const post = { id: ourPost, title: expect.any(String) };
  expect(first.comments[3]).toMatchObject({ text: 'Đã ẩn', status: 'hidden', post });
  expect(second.comments[0]).toMatchObject({ text: 'Chờ duyệt', status: 'held', post });
  const { body: person } = await request(app, people.read, {
    token: ours.mod.token,
    params: { id: author.id },
  });
  expect(toIds(person.comments)).toEqual(ids.slice(0, 5));
  expect(person.comments.next).not.toBeNull();

  const all = await list(admin);
  expect([...toIds(all), ...toIds(await list(admin, all.next ?? ''))]).toEqual([...ids, inTheirs]);
  expect(toIds(await list(theirs.mod))).toEqual([inTheirs]);
  const { status } = await request(app, people.comments, {
    token: theirs.mod.token,
    params: { id: ours.student.id },
  });
  expect(status).toBe(404);
});
