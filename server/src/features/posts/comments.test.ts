import type { Comment } from '@lop-xanh/contract/comments';
import { apiErrors } from '@lop-xanh/contract/errors';
import { posts } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPost, addTwoSchools, addUser, type TestUser } from '../../testing/fixtures.ts';
import { createPostClient } from '../../testing/post-client.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const otherServer = await makeTestApp(database);
const { ours, theirs } = await addTwoSchools(database);
const { read, like, addComment } = createPostClient(app, ours);
const makePost = () =>
  addPost(db, { schoolId: ours.schoolId, author: ours.teacher, status: 'approved' });

const listTexts = (comments: Comment[]) => comments.map(({ text }) => text);

test('only those who have a page of the author get the role of the author', async () => {
  const id = await makePost();
  await addComment(ours.parent, id, 'Đẹp quá');
  const readRole = async (user: TestUser) => (await read(user, id)).body.comments[0].authorRole;
  expect(await readRole(ours.mod)).toBe('Parent');
  expect(await readRole(ours.teacher)).toBeUndefined();
  expect(await readRole(ours.student)).toBeUndefined();
});

describe('the comments of a post', () => {
  const readOlder = (user: TestUser, id: number, query: { before?: string; limit?: number }) =>
    request(app, posts.comments, { token: user.token, params: { id }, query });

  test('start with the latest, and older ones follow page by page', async () => {
    const id = await makePost();
    await db.run(sql`insert into comments (school_id, post_id, user_id, text)
      select ${ours.schoolId}, ${id}, ${ours.parent.id}, 'Lời ' || number from generate_series(1, 120) number`);
    const { body } = await read(ours.student, id);
    expect(body.commentCount).toBe(120);
    const shown = listTexts(body.comments);
    expect(shown).toHaveLength(limits.commentsOnPage);
    for (let before = body.commentsNext; before !== null; ) {
      const page = await readOlder(ours.student, id, { before, limit: 50 });
      shown.unshift(...listTexts(page.body.comments));
      before = page.body.next;
    }
    expect(shown).toEqual(Array.from({ length: 120 }, (_, index) => `Lời ${index + 1}`));
  });

  test('have a cursor only if there are older ones, in the feed too', async () => {
    const id = await makePost();
    expect((await read(ours.student, id)).body.commentsNext).toBeNull();
    for (let number = 0; number < 11; number++) await addComment(ours.teacher, id, `Lời ${number}`);
    expect((await read(ours.student, id)).body.commentsNext).toBeNull();
    const feed = await request(app, posts.list, { token: ours.student.token, query: {} });
    const card = feed.body.posts.find((post: { id: number }) => post.id === id);
    const { body } = await readOlder(ours.student, id, { before: card.commentsNext });
    expect(listTexts(body.comments)).toEqual(['Lời 0']);
    expect((await readOlder(ours.mod, id, {})).body.comments).toHaveLength(11);
  });

  test('are denied like the post itself, whether it has any or not', async () => {
    const id = await addPost(db, {
      schoolId: ours.schoolId,
      author: ours.otherTeacher,
      status: 'approved',
    });
    const statuses = async () => [
      (await readOlder(ours.student, id, {})).status,
      (await readOlder(theirs.mod, id, {})).status,
    ];
    expect(await statuses()).toEqual([403, 404]);
    await addComment(ours.mod, id, 'Hay quá');
    expect(await statuses()).toEqual([403, 404]);
    expect((await readOlder(ours.otherTeacher, id, { before: 'x' })).status).toBe(400);
  });
});

test('a post counts all likes and names a hundred users, always including the actor', async () => {
  const id = await makePost();
  await db.run(sql`with liker as (
      insert into users (school_id, role, username, password_hash, last_name, first_name)
      select ${ours.schoolId}, 'Teacher', 'nguoi.' || number, '', '', 'Người' from generate_series(1, 130) number
      returning id
    ) insert into likes (post_id, user_id) select ${id}, id from liker`);
  const { mod, teacher } = ours;
  const { body: liked } = await like(mod, id, { liked: true });
  expect(liked).toMatchObject({ liked: true, likeCount: 131 });
  expect(liked.likes).toHaveLength(limits.maxListedLikes);
  expect(liked.likes).toContain(mod.username);
  const { body: own } = await read(mod, id);
  expect(own).toMatchObject({ liked: true, likeCount: 131 });
  expect(own.likes).toHaveLength(limits.maxListedLikes);
  expect(own.likes).toContain(mod.username);
  const { body: others } = await read(teacher, id);
  expect(others).toMatchObject({ liked: false, likeCount: 131 });
  expect(others.likes).not.toContain(teacher.username);
});

test('comments of one user that wait for each other do not block other users', async () => {
  const id = await makePost();
  const { id: userId } = ours.student;
  await addComment(ours.student, id, 'Hay quá');
  const flood = await db.transaction(async (transaction) => {
    await transaction.run(sql`select from comment_times where user_id = ${userId} for update`);
    const sent = Array.from({ length: 15 }, () => addComment(ours.student, id, 'Hay quá'));
    expect((await read(ours.parent, id)).body.commentCount).toBe(1);
    return { sent };
  });
  const statuses = (await Promise.all(flood.sent)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201]));
});

describe('the comment limit', () => {
  let post = 0;
  let student: TestUser;
  beforeEach(async () => {
    const { schoolId: school_id, classId: class_id } = ours;
    post = await makePost();
    student = await addUser(database, { role: 'Student', school_id, class_id });
  });
  const commentOn = (server: typeof app, user: TestUser) =>
    request(server, posts.comment, {
      token: user.token,
      params: { id: post },
      body: { text: 'Hay quá' },
    });

  test('is exact for concurrent requests to two servers, and its error has a Retry-After', async () => {
    const sent = await Promise.all(
      Array.from({ length: 30 }, (_, index) => commentOn(index % 2 ? app : otherServer, student)),
    );
    const rejected = sent.filter(({ status }) => status !== 201);
    expect(rejected).toHaveLength(30 - limits.maxFamilyComments);
    for (const { status, body, headers } of rejected) {
      expect(status).toBe(429);
      expect(body).toEqual({ reason: 'too_many_comments', ...apiErrors.too_many_comments });
      expect(Number(headers['retry-after'])).toBeGreaterThan(500);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
    }
    expect((await read(student, post)).body.commentCount).toBe(limits.maxFamilyComments);
    expect((await like(student, post)).status).toBe(200);
    expect((await commentOn(app, ours.student)).status).toBe(201);
  });

  test('counts the last ten minutes, without rejected comments', async () => {
    const minutesAgo = (minutes: number) => sql`now() - ${`${minutes} minutes`}::interval`;
    await db.run(sql`insert into comment_times values (${student.id},
      array[${minutesAgo(11)}, ${minutesAgo(9)}] || array_fill(now(), array[18]))`);
    expect((await commentOn(app, student)).status).toBe(201);
    for (let attempt = 0; attempt < 2; attempt++) {
      const { status, headers } = await commentOn(app, student);
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(50);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    await db.run(sql`
      update comment_times set recent[1] = ${minutesAgo(10)} where user_id = ${student.id}`);
    expect((await commentOn(app, student)).status).toBe(201);
    expect((await commentOn(app, student)).status).toBe(429);
  });

  test('is higher for staff', async () => {
    await db.run(sql`insert into comment_times values (${ours.teacher.id}, array_fill(now(), array[98]))
      on conflict (user_id) do update set recent = excluded.recent`);
    const statuses = [];
    for (let attempt = 0; attempt < 3; attempt++)
      statuses.push((await commentOn(app, ours.teacher)).status);
    expect(statuses).toEqual([201, 201, 429]);
  });
});
