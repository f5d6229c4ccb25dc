import { accounts } from '@lop-xanh/contract/accounts';
import { messages } from '@lop-xanh/contract/messages';
import { type Post, postStatuses, posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addPost,
  addTwoSchools,
  addUser,
  loadActor,
  type TestUser,
} from '../../testing/fixtures.ts';
import { createPostClient, text } from '../../testing/post-client.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { postFacts } from './posts.queries.ts';
import { canReact, canRead } from './posts.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { submit, read, approve, like, addComment } = createPostClient(app, ours);

const reject = (id: number, body = {}) =>
  request(app, posts.reject, { token: ours.mod.token, params: { id }, body });
const edit = (user: TestUser, id: number, body = {}) =>
  request(app, posts.edit, { token: user.token, params: { id }, body: { ...text, ...body } });

test('the feed and the rules agree on every post for every role', async () => {
  for (const { schoolId, teacher, otherTeacher } of [ours, theirs]) {
    for (const author of [teacher, otherTeacher]) {
      for (const status of postStatuses) await addPost(db, { schoolId, author, status });
    }
  }
  const users = [ours, theirs].flatMap(({ mod, teacher, student, otherStudent, parent }) => [
    mod,
    teacher,
    student,
    otherStudent,
    parent,
  ]);
  for (const user of [...users, admin]) {
    const { token } = user;
    const actor = await loadActor(database, user);
    const storedPosts = await db.many(
      postFacts.extend({ id: z.number() }),
      sql`
        select id, school_id, status, author_id,
               coalesce(class_id = any(${actor.class_ids}::bigint[]), false) as is_of_own_class
        from posts`,
    );
    expect(storedPosts.length).toBeGreaterThanOrEqual(18);
    const { body } = await request(app, posts.list, { token, query: { limit: 100 } });
    const listed = body.posts.map((post: Post) => post.id);
    const allowed = storedPosts.filter((post) => canRead(actor, post)).map(({ id }) => id);
    expect(new Set(listed)).toEqual(new Set(allowed));
    expect(listed.length).toBeGreaterThan(0);
    for (const post of storedPosts) {
      const { status } = await request(app, posts.read, { token, params: { id: post.id } });
      expect(status === 200).toBe(allowed.includes(post.id));
      const reaction = await request(app, posts.like, { token, params: { id: post.id }, body: {} });
      expect(reaction.status === 200).toBe(canReact(actor, post));
    }
  }
});

test('other Mods decide on a promoted teacher’s pending posts, and the author can delete them', async () => {
  const inSchool = { school_id: ours.schoolId };
  const author = await addUser(database, { role: 'Teacher', ...inSchool });
  const { id: first } = await submit(author);
  const { id: second } = await submit(author);
  const { id: third } = await submit(author);
  const promote = { token: admin.token, params: { id: author.id }, body: { role: 'Mod' } };
  expect((await request(app, accounts.edit, promote)).status).toBe(200);

  const { token } = author;
  const { body } = await request(app, posts.pending, { token: ours.mod.token, query: {} });
  const listed = (body.posts as Post[]).filter(({ author_id }) => author_id === author.id);
  expect(listed.map(({ can }) => can.approve && can.reject)).toEqual([true, true, true]);
  expect((await approve(first)).status).toBe(200);
  expect((await reject(second)).status).toBe(200);
  const own = await request(app, posts.approve, { token, params: { id: third }, body: {} });
  expect(own.status).toBe(403);
  expect((await edit(author, third)).body).toMatchObject({ status: 'pending', version: 2 });
  expect((await request(app, posts.delete, { token, params: { id: third } })).status).toBe(200);
});

describe('a post', () => {
  test('can be read by the students of the class and their parents once it is approved', async () => {
    const post = await submit();
    expect(post).toMatchObject({
      ...text,
      status: 'pending',
      approved: false,
      version: 1,
      author: ours.teacher.username,
      authorRole: 'Teacher',
      authorSchoolId: ours.schoolId,
      class_name: '3A',
      can: { edit: true, delete: true, approve: false, reject: false, like: false },
    });
    expect((await read(ours.student, post.id)).status).toBe(403);
    const { status, body } = await approve(post.id, { version: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'approved', approved: true, version: 2 });
    for (const user of [ours.student, ours.parent]) {
      expect((await read(user, post.id)).status).toBe(200);
    }
    expect((await read(ours.otherStudent, post.id)).body).toEqual({
      code: 'forbidden',
      reason: 'post_denied',
      message: messages.post.denied,
    });
    expect((await read(theirs.mod, post.id)).body).toEqual({
      code: 'not_found',
      reason: 'post_not_found',
      message: messages.post.notFound,
    });
  });

  test('shows its author why it was rejected', async () => {
    const { id } = await submit();
    await reject(id, { version: 1, reason: ' Thiếu ảnh ' });
    const { body } = await read(ours.teacher, id);
    expect(body).toMatchObject({ status: 'rejected', reason: 'Thiếu ảnh' });
    expect(body.decided_by).toBeTruthy();
    const edited = await edit(ours.teacher, id);
    expect(edited.body).toMatchObject({ status: 'pending', reason: null, version: 3 });
  });

  test('is pending again after an edit', async () => {
    const { id } = await submit();
    await approve(id);
    expect((await edit(ours.teacher, id)).body.status).toBe('pending');
    expect((await read(ours.student, id)).status).toBe(403);
  });

  test('ignores fields that only the server sets', async () => {
    const { body } = await request(app, posts.create, {
      token: ours.teacher.token,
      body: { ...text, approved: true, status: 'approved', author_id: 1, likes: ['x'] } as never,
    });
    expect(body).toMatchObject({ approved: false, author: ours.teacher.username, likes: [] });
  });

  test.each([
    { title: '', content: 'x' },
    { title: '  ', content: 'x' },
    { title: 'x', content: ' \n ' },
    { title: 'x'.repeat(201), content: 'x' },
    { title: 'x', content: 'x'.repeat(20_001) },
  ])('with an invalid title or content is rejected', async (body) => {
    const count = () => db.value(z.number(), sql`select count(*) from posts`);
    const before = await count();
    const { status } = await request(app, posts.create, { token: ours.teacher.token, body });
    expect(status).toBe(400);
    expect(await count()).toBe(before);
  });

  test('is gone once its author has deleted it', async () => {
    const { id } = await submit();
    await approve(id);
    await addComment(ours.student, id, 'Hay quá');
    await like(ours.student, id);
    const { status } = await request(app, posts.delete, {
      token: ours.teacher.token,
      params: { id },
    });
    expect(status).toBe(200);
    expect((await read(ours.teacher, id)).status).toBe(404);
  });
});

test('the second of two edits of the same version is a conflict', async () => {
  const { id } = await submit();
  expect((await edit(ours.teacher, id, { version: 1, title: 'Một' })).status).toBe(200);
  expect((await edit(ours.teacher, id, { version: 1, title: 'Hai' })).status).toBe(409);
  expect((await read(ours.teacher, id)).body.title).toBe('Một');
});

describe('decisions', () => {
  test('repeating a decision is no conflict, changing it is', async () => {
    const { id } = await submit();
    expect((await approve(id, { version: 1 })).status).toBe(200);
    expect((await approve(id, { version: 1 })).status).toBe(200);
    expect((await reject(id, { version: 2 })).status).toBe(409);
  });

  test('a decision on an outdated version is a conflict', async () => {
    const { id } = await submit();
    await edit(ours.teacher, id);
    const { status, body } = await approve(id, { version: 1 });
    expect(status).toBe(409);
    expect(body.code).toBe('conflict');
    expect((await approve(id, { version: 2 })).status).toBe(200);
  });

  test('of a concurrent approval and rejection one is a conflict', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await submit();
      const both = await Promise.all([approve(id, { version: 1 }), reject(id, { version: 1 })]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    }
  });

  test('a concurrent approval never approves an edit that the Mod has not seen', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await submit();
      const [decided] = await Promise.all([
        approve(id, { version: 1 }),
        edit(ours.teacher, id, { title: 'Khác' }),
      ]);
      const { body } = await read(ours.teacher, id);
      expect(body).toMatchObject({ title: 'Khác', status: 'pending' });
      expect([200, 409]).toContain(decided.status);
    }
  });

  test('the pending list has the posts of the school, oldest first, and their count', async () => {
    const first = await submit(theirs.teacher);
    const second = await submit(theirs.otherTeacher);
    const { body } = await request(app, posts.pending, {
      token: theirs.mod.token,
      query: { limit: 100 },
    });
    const ids = body.posts.map(({ id }: Post) => id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
    expect(ids.slice(-2)).toEqual([first.id, second.id]);
    expect(body.count).toBe(ids.length);
    const own = await request(app, posts.pending, { token: theirs.teacher.token, query: {} });
    expect(own.body.posts.every(({ author }: Post) => author === theirs.teacher.username)).toBe(
      true,
    );
  });
});

test('pages have no gaps or duplicates, even if posts are added in between', async () => {
  for (let number = 0; number < 5; number++) await approve((await submit()).id);
  const seen: number[] = [];
  let before: string | undefined;
  do {
    const { body } = await request(app, posts.list, {
      token: ours.teacher.token,
      query: { limit: 2, ...(before && { before }) },
    });
    seen.push(...body.posts.map(({ id }: Post) => id));
    before = body.next;
    await submit();
  } while (before);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
});

test('a page takes the same number of statements whatever its length', async () => {
  const countFor = async (limit: number) => {
    return countStatements(database, () =>
      request(app, posts.list, { token: ours.teacher.token, query: { limit } }),
    );
  };
  expect(await countFor(20)).toBe(await countFor(1));
  expect(await countFor(20)).toBeLessThanOrEqual(2);
});
