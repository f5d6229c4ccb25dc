import { accounts } from '@lop-xanh/contract/accounts';
import { messages } from '@lop-xanh/contract/messages';
import { type Post, postStatuses, posts } from '@lop-xanh/contract/posts';
import { describe, expect, test } from 'vitest';
import { countStatements } from '../../testing/count-statements.ts';
import {
  actorBehind,
  addPost,
  addTwoSchools,
  addUser,
  type TestUser,
} from '../../testing/people.ts';
import { postCalls, text } from '../../testing/post-calls.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { canReact, canRead, type PostFacts } from './posts.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { submit, read, approve, like, say } = postCalls(app, ours);

const reject = (id: number, body = {}) =>
  request(app, posts.reject, { token: ours.mod.token, params: { id }, body });
const edit = (person: TestUser, id: number, body = {}) =>
  request(app, posts.edit, { token: person.token, params: { id }, body: { ...text, ...body } });

test('the lists and the rule agree on every post, for everybody', async () => {
  for (const { schoolId, teacher, otherTeacher } of [ours, theirs]) {
    for (const author of [teacher, otherTeacher]) {
      for (const status of postStatuses) await addPost(db, { schoolId, author, status });
    }
  }
  const facts = (await db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'posts.school_id', 'posts.status', 'author_id', 'role as author_role'])
    .select('class_id as author_class_id')
    .execute()) as (PostFacts & { id: number })[];
  expect(facts.length).toBeGreaterThanOrEqual(18);
  const people = [ours, theirs].flatMap(({ mod, teacher, student, otherStudent, parent }) => [
    mod,
    teacher,
    student,
    otherStudent,
    parent,
  ]);
  for (const person of [...people, admin]) {
    const { token } = person;
    const actor = await actorBehind(database, person);
    const { body } = await request(app, posts.list, { token, query: { limit: 100 } });
    const listed = body.posts.map((post: Post) => post.id);
    const allowed = facts.filter((fact) => canRead(actor, fact)).map((fact) => fact.id);
    expect(new Set(listed)).toEqual(new Set(allowed));
    expect(listed.length).toBeGreaterThan(0);
    for (const fact of facts) {
      const { status } = await request(app, posts.read, { token, params: { id: fact.id } });
      expect(status === 200).toBe(allowed.includes(fact.id));
      const reaction = await request(app, posts.like, { token, params: { id: fact.id }, body: {} });
      expect(reaction.status === 200).toBe(canReact(actor, fact));
    }
  }
});

test('a promoted teacher’s pending posts are decided by other Mods, and deleted by their author', async () => {
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
  expect((await request(app, posts.remove, { token, params: { id: third } })).status).toBe(200);
});

describe('a post’s way', () => {
  test('waits, is approved, and is then read by the class and its parents alone', async () => {
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
    for (const person of [ours.student, ours.parent]) {
      expect((await read(person, post.id)).status).toBe(200);
    }
    expect((await read(ours.otherStudent, post.id)).body).toEqual({
      code: 'forbidden',
      message: messages.post.denied,
    });
    expect((await read(theirs.mod, post.id)).body).toEqual({
      code: 'not_found',
      message: messages.post.notFound,
    });
  });

  test('rejected with a reason that its author reads and a student does not', async () => {
    const { id } = await submit();
    await reject(id, { version: 1, reason: ' Thiếu ảnh ' });
    const { body } = await read(ours.teacher, id);
    expect(body).toMatchObject({ status: 'rejected', reason: 'Thiếu ảnh' });
    expect(body.decided_by).toBeTruthy();
    const edited = await edit(ours.teacher, id);
    expect(edited.body).toMatchObject({ status: 'pending', reason: null, version: 3 });
  });

  test('editing an approved post makes it wait again', async () => {
    const { id } = await submit();
    await approve(id);
    expect((await edit(ours.teacher, id)).body.status).toBe('pending');
    expect((await read(ours.student, id)).status).toBe(403);
  });

  test('fields of the server’s own have no effect', async () => {
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
  ])('a bad text is refused and nothing is written', async (body) => {
    const count = async () => (await db.selectFrom('posts').select('id').execute()).length;
    const before = await count();
    const { status } = await request(app, posts.create, { token: ours.teacher.token, body });
    expect(status).toBe(400);
    expect(await count()).toBe(before);
  });

  test('deleted, it is gone for everybody', async () => {
    const { id } = await submit();
    await approve(id);
    await say(ours.student, id, 'Hay quá');
    await like(ours.student, id);
    const { status } = await request(app, posts.remove, {
      token: ours.teacher.token,
      params: { id },
    });
    expect(status).toBe(200);
    expect((await read(ours.teacher, id)).status).toBe(404);
  });
});

test('of two edits of one version the second is told', async () => {
  const { id } = await submit();
  expect((await edit(ours.teacher, id, { version: 1, title: 'Một' })).status).toBe(200);
  expect((await edit(ours.teacher, id, { version: 1, title: 'Hai' })).status).toBe(409);
  expect((await read(ours.teacher, id)).body.title).toBe('Một');
});

describe('decisions', () => {
  test('the same one again is no conflict, another one is', async () => {
    const { id } = await submit();
    expect((await approve(id, { version: 1 })).status).toBe(200);
    expect((await approve(id, { version: 1 })).status).toBe(200);
    expect((await reject(id, { version: 2 })).status).toBe(409);
  });

  test('a post edited since it was seen is not decided on', async () => {
    const { id } = await submit();
    await edit(ours.teacher, id);
    const { status, body } = await approve(id, { version: 1 });
    expect(status).toBe(409);
    expect(body.code).toBe('conflict');
    expect((await approve(id, { version: 2 })).status).toBe(200);
  });

  test('approve against reject, twenty times: one wins and the other is told', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await submit();
      const both = await Promise.all([approve(id, { version: 1 }), reject(id, { version: 1 })]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    }
  });

  test('approve against edit, twenty times: what was approved is what was seen', async () => {
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

  test('the pending list is the school’s, oldest first, with its count', async () => {
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

test('pages follow one another without a gap or a double, also when a post is added', async () => {
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

test('a page takes the same number of statements, however long it is', async () => {
  const statements = async (limit: number) => {
    return countStatements(database, () =>
      request(app, posts.list, { token: ours.teacher.token, query: { limit } }),
    );
  };
  expect(await statements(20)).toBe(await statements(1));
  expect(await statements(20)).toBeLessThanOrEqual(2);
});
