import { Readable } from 'node:stream';
import { accounts } from '@lop-xanh/contract/accounts';
import { classes } from '@lop-xanh/contract/classes';
import { type FormerClass, memories } from '@lop-xanh/contract/memories';
import { type Post, posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../../app.ts';
import { createSignerLoader } from '../../storage/signed-urls.ts';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addAttachment,
  addChild,
  addClass,
  addSchool,
  addSubstitution,
  addUser,
  findSessionId,
  type TestUser,
} from '../../testing/fixtures.ts';
import { jpeg, makePostForm } from '../../testing/post-sites.ts';
import { sendForm } from '../../testing/send-form.ts';
import { makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const storage = makeTestStorage();
const rateLimits = { perUser: 1e9, perAddress: 1e9 };
const app = await buildApp({ config: testConfig, database, storage, rateLimits });
afterAll(() => app.close());
const loadSigner = createSignerLoader(db);
const admin = await addUser(database, { role: 'Admin' });

/** A school with the classes 3A and 3B, each with a teacher, a student and that student's parent. */
async function makeSchool() {
  const schoolId = await addSchool(db);
  const inSchool = { school_id: schoolId };
  const addFullClass = async (name: string) => {
    const classId = await addClass(db, schoolId, name);
    const inClass = { ...inSchool, class_id: classId };
    const teacher = await addUser(database, { role: 'Teacher', ...inClass });
    const student = await addUser(database, { role: 'Student', ...inClass });
    const parent = await addUser(database, { role: 'Parent', ...inSchool });
    await addChild(db, { parent, child: student });
    return { classId, teacher, student, parent };
  };
  const mod = await addUser(database, { role: 'Mod', ...inSchool });
  const a = await addFullClass('3A');
  const b = await addFullClass('3B');
  return { schoolId, mod, a, b };
}
type School = Awaited<ReturnType<typeof makeSchool>>;

/** The author writes a post with a file, and the Mod approves it. Its title is also its name in the tests. */
async function publish(
  { mod, schoolId }: School,
  author: TestUser,
  title: string,
  class_id?: number,
): Promise<number> {
  const body = { title, content: 'Nội dung', ...(class_id && { class_id }) };
  const created = await request(app, posts.create, { token: author.token, body });
  const { id } = created.body as Post;
  const approval = { token: mod.token, params: { id }, body: {} };
  expect((await request(app, posts.approve, approval)).status).toBe(200);
  const file = await addAttachment(db, { schoolId, postId: id });
  await storage.write(file, Readable.from(['ảnh']));
  return id;
}

async function listTitles(user: TestUser, query: { class_id?: number } = {}): Promise<string[]> {
  const titles: string[] = [];
  let before: string | undefined;
  do {
    const page = await request(app, posts.list, {
      token: user.token,
      query: { ...query, limit: 2, ...(before && { before }) },
    });
    titles.push(...(page.body.posts as Post[]).map(({ title }) => title));
    before = page.body.next;
  } while (before);
  return titles;
}

/**
 * The titles of the school's posts that the user reads. Every way to a post must agree: its page, its comments,
 * its file, a like, and the list of its class.
 */
async function listReadable({ schoolId }: School, user: TestUser): Promise<string[]> {
  const { token } = user;
  const all = await db.many(
    z.object({
      id: z.number(),
      title: z.string(),
      class_id: z.number().nullable(),
      file: z.string(),
    }),
    sql`
      select post.id, post.title, post.class_id, attachment.file
      from posts post join attachments attachment on attachment.post_id = post.id
      where post.school_id = ${schoolId} and post.status = 'approved' order by post.id`,
  );
  const readable: string[] = [];
  for (const { id, title, class_id, file } of all) {
    const isRead = (await request(app, posts.read, { token, params: { id } })).status === 200;
    const canReadComments = await request(app, posts.comments, {
      token,
      params: { id },
      query: {},
    });
    const like = await request(app, posts.like, { token, params: { id }, body: { liked: true } });
    const comment = await request(app, posts.comment, {
      token,
      params: { id },
      body: { text: 'Hay' },
    });
    const session_id = await findSessionId(db, token);
    const url = (await loadSigner()).sign(`/uploads/posts/${file}`, { session_id });
    const fileStatus = (await app.inject({ url })).statusCode;
    const isListed = class_id !== null && (await listTitles(user, { class_id })).includes(title);
    expect({
      title,
      comments: canReadComments.status,
      like: like.status,
      comment: comment.status,
      file: fileStatus,
      isListed,
    }).toEqual(
      isRead
        ? { title, comments: 200, like: 200, comment: 201, file: 200, isListed: class_id !== null }
        : {
            title,
            comments: like.status,
            like: like.status,
            comment: like.status,
            file: 403,
            isListed: false,
          },
    );
    if (isRead) readable.push(title);
  }
  return readable;
}

const setClass = async ({ id }: TestUser, class_id: number | null) => {
  const edit = { token: admin.token, params: { id }, body: { class_id } };
  expect((await request(app, accounts.edit, edit)).status).toBe(200);
};
const setTeacher = async (classId: number, teacher_id: number | null) => {
  const { body } = await request(app, classes.list, { token: admin.token, query: { limit: 100 } });
  const version = body.classes.find(({ id }: { id: number }) => id === classId)?.version;
  const edit = { token: admin.token, params: { id: classId }, body: { teacher_id, version } };
  expect((await request(app, classes.edit, edit)).status).toBe(200);
};
const deleteUser = async ({ id }: TestUser) => {
  const response = await request(app, accounts.delete, { token: admin.token, params: { id } });
  expect(response.status).toBe(200);
};
const readMemories = async ({ token }: TestUser): Promise<FormerClass[]> =>
  (await request(app, memories.list, { token })).body.classes;

describe('a teacher', () => {
  test('who changes class takes no post along: the old families keep all, the new ones see none of them', async () => {
    const school = await makeSchool();
    const { a, b } = school;
    await publish(school, a.teacher, 'của 3A');
    await publish(school, b.teacher, 'của 3B');
    await setTeacher(b.classId, null);
    await setTeacher(a.classId, b.teacher.id);
    await setTeacher(b.classId, a.teacher.id);
    await publish(school, a.teacher, 'của 3B từ cô mới');
    for (const user of [a.student, a.parent]) {
      expect(await listReadable(school, user)).toEqual(['của 3A']);
      expect(await listTitles(user)).toEqual(['của 3A']);
    }
    for (const user of [b.student, b.parent]) {
      expect(await listReadable(school, user)).toEqual(['của 3B', 'của 3B từ cô mới']);
      expect(await listTitles(user)).toEqual(['của 3B từ cô mới', 'của 3B']);
    }
    for (const user of [a.teacher, b.teacher, school.mod]) {
      expect(await listReadable(school, user)).toEqual(['của 3A', 'của 3B', 'của 3B từ cô mới']);
    }
  });

  test('who is deleted leaves the posts to the families', async () => {
    const school = await makeSchool();
    const { a, b } = school;
    await publish(school, a.teacher, 'của 3A');
    await deleteUser(a.teacher);
    for (const user of [a.student, a.parent]) {
      expect(await listReadable(school, user)).toEqual(['của 3A']);
      expect(await listTitles(user)).toEqual(['của 3A']);
    }
    expect(await listReadable(school, b.student)).toEqual([]);
  });

  test('without a class is read by the school’s staff only', async () => {
    const school = await makeSchool();
    const { a, b, mod, schoolId } = school;
    const author = await addUser(database, { role: 'Teacher', school_id: schoolId });
    const id = await publish(school, author, 'cho nhà trường');
    for (const user of [author, a.teacher, mod, admin]) {
      expect(await listReadable(school, user)).toEqual(['cho nhà trường']);
    }
    await setClass(author, await addClass(db, schoolId, '3C'));
    const newcomer = await addUser(database, { role: 'Student', school_id: schoolId });
    await setClass(newcomer, await readClassOf(author));
    for (const user of [a.student, a.parent, b.student, newcomer]) {
      expect(await listReadable(school, user)).toEqual([]);
    }
    const { body } = await request(app, posts.read, { token: mod.token, params: { id } });
    expect(body).toMatchObject({ class_id: null, class_name: null, isBySubstitute: false });
  });
});

const readClassOf = (user: TestUser): Promise<number> =>
  db.value(z.number(), sql`select class_id from current_members where user_id = ${user.id}`);

describe('a student', () => {
  test('who moves keeps what was written before, and reads nothing that came later', async () => {
    const school = await makeSchool();
    const { a, b } = school;
    await publish(school, a.teacher, 'trước');
    await publish(school, b.teacher, 'của lớp mới');
    await setClass(a.student, b.classId);
    await publish(school, a.teacher, 'sau');
    for (const user of [a.student, a.parent]) {
      expect(await listReadable(school, user)).toEqual(['trước', 'của lớp mới']);
      expect(await listTitles(user)).toEqual(['của lớp mới']);
      expect(await listTitles(user, { class_id: a.classId })).toEqual(['trước']);
      expect(await readMemories(user)).toEqual([
        {
          class_id: a.classId,
          class_name: '3A',
          school_year: expect.any(Number),
          teacher_full_name: 'An',
          student_id: a.student.id,
          student_first_name: 'An',
          post_count: 1,
          photo_count: 1,
        },
      ]);
    }
    for (const user of [b.student, b.parent]) {
      expect(await listReadable(school, user)).toEqual(['của lớp mới']);
      expect(await readMemories(user)).toEqual([]);
    }
  });

  test('who comes back reads everything, and has no memories of the class', async () => {
    const school = await makeSchool();
    const { a, b } = school;
    await publish(school, a.teacher, 'trước');
    await setClass(a.student, b.classId);
    await publish(school, a.teacher, 'khi vắng');
    await setClass(a.student, a.classId);
    expect(await listReadable(school, a.student)).toEqual(['trước', 'khi vắng']);
    expect(await readMemories(a.student)).toEqual([]);
  });

  test('of a deleted class keeps its posts', async () => {
    const school = await makeSchool();
    const { a, b } = school;
    await publish(school, a.teacher, 'của 3A');
    const deletion = { token: admin.token, params: { id: a.classId } };
    expect((await request(app, classes.delete, deletion)).status).toBe(200);
    for (const user of [a.student, a.parent]) {
      expect(await listTitles(user)).toEqual([]);
      expect(await listReadable(school, user)).toEqual(['của 3A']);
      expect(await readMemories(user)).toMatchObject([{ class_name: '3A', post_count: 1 }]);
    }
    expect(await listReadable(school, b.student)).toEqual([]);
  });

  test('who moves to another school keeps the posts of the old one, and so do the parents', async () => {
    const old = await makeSchool();
    const next = await makeSchool();
    const { student, parent, teacher } = old.a;
    await publish(old, teacher, 'trường cũ');
    const body = { school_id: next.schoolId, class_id: next.b.classId };
    const move = { token: admin.token, params: { id: student.id }, body };
    expect((await request(app, accounts.edit, move)).status).toBe(200);
    await publish(old, teacher, 'trường cũ, sau đó');
    await publish(next, next.b.teacher, 'trường mới');
    for (const user of [student, parent]) {
      expect(await listReadable(old, user)).toEqual(['trường cũ']);
      expect(await listReadable(next, user)).toEqual(['trường mới']);
      expect(await listTitles(user)).toEqual(['trường mới']);
      expect(await readMemories(user)).toMatchObject([{ class_id: old.a.classId, post_count: 1 }]);
    }
    for (const user of [next.b.student, next.mod]) {
      expect(await listReadable(old, user)).toEqual([]);
    }
  });
});

test('a parent reads the classes of both children, each until that child left', async () => {
  const school = await makeSchool();
  const { a, b, schoolId } = school;
  const classId = await addClass(db, schoolId, '3C');
  await addChild(db, { parent: a.parent, child: b.student });
  await publish(school, a.teacher, '3A trước');
  await publish(school, b.teacher, '3B trước');
  await setClass(b.student, classId);
  await publish(school, a.teacher, '3A sau');
  await publish(school, b.teacher, '3B sau');
  expect(await listReadable(school, a.parent)).toEqual(['3A trước', '3B trước', '3A sau']);
  expect(await listTitles(a.parent)).toEqual(['3A sau', '3A trước']);
  expect(await readMemories(a.parent)).toMatchObject([
    { class_id: b.classId, student_id: b.student.id, post_count: 1 },
  ]);
  // The other child follows: both were in 3B, at different times.
  await setClass(a.student, b.classId);
  await publish(school, b.teacher, '3B cuối');
  await setClass(a.student, classId);
  expect(await listTitles(a.parent, { class_id: b.classId })).toEqual([
    '3B cuối',
    '3B sau',
    '3B trước',
  ]);
  const former = await readMemories(a.parent);
  expect(former.map(({ class_id, student_id }) => [class_id, student_id])).toEqual([
    [b.classId, a.student.id],
    [a.classId, a.student.id],
    [b.classId, b.student.id],
  ]);
  // What the page promises is what the list of the class has.
  for (const { class_id, post_count } of former) {
    expect(await listTitles(a.parent, { class_id })).toHaveLength(post_count);
  }
});

const hour = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * hour);

describe('a substitute', () => {
  test('writes for the class they choose: its families read it, the others do not', async () => {
    const school = await makeSchool();
    const { a, b, mod } = school;
    await addSubstitution(db, {
      userId: b.teacher.id,
      classId: a.classId,
      from: fromNow(-1),
      until: fromNow(1),
    });
    const id = await publish(school, b.teacher, 'dạy thay ở 3A', a.classId);
    await publish(school, b.teacher, 'ở 3B của mình');
    const { body } = await request(app, posts.read, { token: mod.token, params: { id } });
    expect(body).toMatchObject({ class_id: a.classId, class_name: '3A', isBySubstitute: true });
    for (const user of [a.student, a.parent]) {
      expect(await listReadable(school, user)).toEqual(['dạy thay ở 3A']);
    }
    for (const user of [b.student, b.parent]) {
      expect(await listReadable(school, user)).toEqual(['ở 3B của mình']);
    }
  });

  test('also chooses the class in a form with files, and is not the author of a class taught before', async () => {
    const school = await makeSchool();
    const { a, b } = school;
    const substitution = { userId: b.teacher.id, classId: a.classId };
    await addSubstitution(db, { ...substitution, from: fromNow(-1), until: fromNow(1) });
    const send = (class_id: number) =>
      sendForm(
        app,
        posts.create.path,
        makePostForm([{ name: 'a.jpg', content: jpeg }], { class_id: String(class_id) }),
        { token: b.teacher.token },
      );
    expect(await send(a.classId)).toMatchObject({
      status: 201,
      body: { class_id: a.classId, isBySubstitute: true },
    });
    expect(await send(b.classId)).toMatchObject({
      status: 201,
      body: { class_id: b.classId, isBySubstitute: false },
    });
    await db.run(sql`
      update memberships set ended_at = now() - interval '1 minute' where kind = 'substitute'
      and class_id = ${a.classId}`);
    expect(await send(a.classId)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'class_id', reason: 'unknown_class' }] },
    });
  });
});

test('memories show the class as it was when the student left', async () => {
  const school = await makeSchool();
  const { a, b, schoolId } = school;
  await publish(school, a.teacher, 'của 3A');
  const later = await addUser(database, {
    role: 'Teacher',
    school_id: schoolId,
    last_name: 'Lê Thị',
    first_name: 'Sau',
  });
  await setClass(a.student, b.classId);
  await setTeacher(a.classId, later.id);
  const rename = { token: admin.token, params: { id: a.classId }, body: { name: '3A mới' } };
  expect((await request(app, classes.edit, rename)).status).toBe(200);
  expect(await readMemories(a.student)).toMatchObject([
    { class_name: '3A', teacher_full_name: 'An' },
  ]);
});

test('memories and the list of a class take one statement each, beside the session', async () => {
  const school = await makeSchool();
  const { a, b } = school;
  for (const title of ['một', 'hai', 'ba']) await publish(school, a.teacher, title);
  await setClass(a.student, b.classId);
  const { token } = a.student;
  expect(await countStatements(database, () => request(app, memories.list, { token }))).toBe(2);
  const query = { class_id: a.classId };
  expect(await countStatements(database, () => request(app, posts.list, { token, query }))).toBe(2);
});
