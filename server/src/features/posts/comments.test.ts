import { apiErrors } from '@lop-xanh/contract/errors';
import { type Comment, posts } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPost, addTwoSchools, addUser, type TestUser } from '../../testing/people.ts';
import { postCalls } from '../../testing/post-calls.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const otherServer = await makeTestApp(database);
const { ours, theirs } = await addTwoSchools(database);
const { read, like, say } = postCalls(app, ours);
const makePost = () =>
  addPost(db, { schoolId: ours.schoolId, author: ours.teacher, status: 'approved' });

const words = (comments: Comment[]) => comments.map(({ text }) => text);

describe('on a post’s page', () => {
  const older = (person: TestUser, id: number, query: { before?: string; limit?: number }) =>
    request(app, posts.comments, { token: person.token, params: { id }, query });

  test('stand the latest comments, and the older ones are had page by page', async () => {
    const id = await makePost();
    await sql`insert into comments (post_id, user_id, text)
      select ${id}, ${ours.parent.id}, 'Lời ' || one from generate_series(1, 120) one`.execute(db);
    const { body } = await read(ours.student, id);
    expect(body.commentCount).toBe(120);
    const shown = words(body.comments);
    expect(shown).toHaveLength(limits.commentsOnPage);
    for (let before = body.commentsNext; before !== null; ) {
      const page = await older(ours.student, id, { before, limit: 50 });
      shown.unshift(...words(page.body.comments));
      before = page.body.next;
    }
    expect(shown).toEqual(Array.from({ length: 120 }, (_, at) => `Lời ${at + 1}`));
  });

  test('a post without older ones says so, on a card too', async () => {
    const id = await makePost();
    expect((await read(ours.student, id)).body.commentsNext).toBeNull();
    for (let said = 0; said < 11; said++) await say(ours.teacher, id, `Lời ${said}`);
    expect((await read(ours.student, id)).body.commentsNext).toBeNull();
    const feed = await request(app, posts.list, { token: ours.student.token, query: {} });
    const card = feed.body.posts.find((post: { id: number }) => post.id === id);
    const { body } = await older(ours.student, id, { before: card.commentsNext });
    expect(words(body.comments)).toEqual(['Lời 0']);
    expect((await older(ours.mod, id, {})).body.comments).toHaveLength(11);
  });

  test('older ones are refused like the post, whether it has any or not', async () => {
    const id = await addPost(db, {
      schoolId: ours.schoolId,
      author: ours.otherTeacher,
      status: 'approved',
    });
    const statuses = async () => [
      (await older(ours.student, id, {})).status,
      (await older(theirs.mod, id, {})).status,
    ];
    expect(await statuses()).toEqual([403, 404]);
    await say(ours.mod, id, 'Hay quá');
    expect(await statuses()).toEqual([403, 404]);
    expect((await older(ours.otherTeacher, id, { before: 'x' })).status).toBe(400);
  });
});

test('a hundred of those who like are named, the reader always among them, and all are counted', async () => {
  const id = await makePost();
  await sql`with liker as (
      insert into users (school_id, role, username, password_hash, last_name, first_name)
      select ${ours.schoolId}, 'Teacher', 'nguoi.' || one, '', '', 'Người' from generate_series(1, 130) one
      returning id
    ) insert into likes (post_id, user_id) select ${id}, id from liker`.execute(db);
  const { mod, teacher } = ours;
  const { body: liked } = await like(mod, id, { liked: true });
  expect(liked).toMatchObject({ liked: true, likeCount: 131 });
  expect(liked.likes).toHaveLength(limits.likesListed);
  expect(liked.likes).toContain(mod.username);
  const { body: own } = await read(mod, id);
  expect(own).toMatchObject({ liked: true, likeCount: 131 });
  expect(own.likes).toHaveLength(limits.likesListed);
  expect(own.likes).toContain(mod.username);
  const { body: others } = await read(teacher, id);
  expect(others).toMatchObject({ liked: false, likeCount: 131 });
  expect(others.likes).not.toContain(teacher.username);
});

test('comments of one user that wait for each other leave the database to others', async () => {
  const id = await makePost();
  const { id: userId } = ours.student;
  await say(ours.student, id, 'Hay quá');
  const flood = await db.transaction().execute(async (transaction) => {
    await sql`select from comment_times where user_id = ${userId} for update`.execute(transaction);
    const sent = Array.from({ length: 15 }, () => say(ours.student, id, 'Hay quá'));
    expect((await read(ours.parent, id)).body.commentCount).toBe(1);
    return { sent };
  });
  const statuses = (await Promise.all(flood.sent)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201]));
});

describe('the limit of comments', () => {
  let post = 0;
  let student: TestUser;
  beforeEach(async () => {
    const { schoolId: school_id, classId: class_id } = ours;
    post = await makePost();
    student = await addUser(database, { role: 'Student', school_id, class_id });
  });
  const sayAt = (server: typeof app, person: TestUser) =>
    request(server, posts.comment, {
      token: person.token,
      params: { id: post },
      body: { text: 'Hay quá' },
    });

  test('holds exactly for those sent at once to two servers, and refuses with a time to come back', async () => {
    const sent = await Promise.all(
      Array.from({ length: 30 }, (_, at) => sayAt(at % 2 ? app : otherServer, student)),
    );
    const refused = sent.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(30 - limits.commentsOfFamily);
    for (const { status, body, headers } of refused) {
      expect(status).toBe(429);
      expect(body).toEqual(apiErrors.too_many_comments);
      expect(Number(headers['retry-after'])).toBeGreaterThan(500);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
    }
    expect((await read(student, post)).body.commentCount).toBe(limits.commentsOfFamily);
    expect((await like(student, post)).status).toBe(200);
    expect((await sayAt(app, ours.student)).status).toBe(201);
  });

  test('counts the last ten minutes, and not what was refused', async () => {
    const minutesAgo = (minutes: number) => sql`now() - ${`${minutes} minutes`}::interval`;
    await sql`insert into comment_times values (${student.id},
      array[${minutesAgo(11)}, ${minutesAgo(9)}] || array_fill(now(), array[18]))`.execute(db);
    expect((await sayAt(app, student)).status).toBe(201);
    for (let again = 0; again < 2; again++) {
      const { status, headers } = await sayAt(app, student);
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(50);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    await sql`update comment_times set recent[1] = ${minutesAgo(10)} where user_id = ${student.id}`.execute(
      db,
    );
    expect((await sayAt(app, student)).status).toBe(201);
    expect((await sayAt(app, student)).status).toBe(429);
  });

  test('is wider for the staff', async () => {
    await sql`insert into comment_times values (${ours.teacher.id}, array_fill(now(), array[98]))
      on conflict (user_id) do update set recent = excluded.recent`.execute(db);
    const statuses = [];
    for (let said = 0; said < 3; said++) statuses.push((await sayAt(app, ours.teacher)).status);
    expect(statuses).toEqual([201, 201, 429]);
  });
});
