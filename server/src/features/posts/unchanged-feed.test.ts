import { comments } from '@lop-xanh/contract/comments';
import { posts } from '@lop-xanh/contract/posts';
import { createRandom } from '@lop-xanh/contract/testing/random';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countStatements } from '../../testing/count-statements.ts';
import { createErasureClient } from '../../testing/erasure-client.ts';
import { keepFeedCopies } from '../../testing/feed-copies.ts';
import {
  addAttachment,
  addChild,
  addComment,
  addPost,
  addSubstitution,
  addTwoSchools,
  addUser,
  moveUser,
  type TestUser,
  updateRow,
} from '../../testing/fixtures.ts';
import { createPostClient, text } from '../../testing/post-client.ts';
import { createRowChanger } from '../../testing/row-changes.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const otherServer = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { schoolId, classId, otherClassId, mod, teacher, otherTeacher, student, parent } = ours;
const classmate = await addUser(database, {
  role: 'Student',
  school_id: schoolId,
  class_id: classId,
});
const otherMod = await addUser(database, { role: 'Mod', school_id: schoolId });
const { submit, approve, like, addComment: comment } = createPostClient(app, ours);
const { accept, erase } = createErasureClient(app, mod);

const readers = { admin, mod, otherTeacher, parent, student, teacher, theirs: theirs.student };
type Reader = keyof typeof readers;
const everyone: Reader[] = ['admin', 'mod', 'otherTeacher', 'parent', 'student', 'teacher'];
const staff: Reader[] = ['admin', 'mod', 'otherTeacher', 'teacher'];
const { refresh } = keepFeedCopies([app, otherServer], readers);

const byId = <Body = Record<never, never>>({ token }: TestUser, id: number, body?: Body) => ({
  token,
  params: { id },
  body: (body ?? {}) as Body,
});
const ok = async (sending: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await sending;
  expect([status, body]).toEqual([expect.toSatisfy((code) => code < 300), body]);
};

const pending = await addPost(db, { schoolId, author: teacher, status: 'pending' });
const approved = await addPost(db, { schoolId, author: teacher, status: 'approved' });
const commented = await addComment(db, { postId: approved, author: classmate });
const reported = await addComment(db, { postId: approved, author: classmate });
const held = await addComment(db, { postId: approved, author: classmate, status: 'held' });
const own = await addComment(db, { postId: approved, author: student });
await addAttachment(db, { schoolId, postId: approved });

interface Change {
  name: string;
  make: () => Promise<unknown>;
  affects: Reader[];
}
const changes: Change[] = [
  { name: 'a new post', make: () => submit(), affects: ['admin', 'mod', 'teacher'] },
  { name: 'an approval', make: () => ok(approve(pending)), affects: everyone },
  {
    name: 'an edit',
    make: () => ok(request(app, posts.edit, byId(teacher, pending, text))),
    affects: everyone,
  },
  {
    name: 'a rejection',
    make: () => ok(request(app, posts.reject, byId(mod, pending, { reason: 'Thiếu ảnh' }))),
    affects: ['admin', 'mod', 'teacher'],
  },
  {
    name: 'a deletion',
    make: () => ok(request(app, posts.delete, byId(teacher, pending))),
    affects: ['admin', 'mod', 'teacher'],
  },
  { name: 'a like', make: () => ok(like(classmate, approved)), affects: everyone },
  { name: "the reader's own like", make: () => ok(like(student, approved)), affects: everyone },
  {
    name: 'another like in place of one',
    async make() {
      await ok(like(classmate, approved, { liked: false }));
      await ok(like(otherMod, approved, { liked: true }));
    },
    affects: staff,
  },
  { name: 'a comment', make: () => ok(comment(classmate, approved, 'Hay quá')), affects: everyone },
  {
    name: 'a held comment',
    make: () => ok(comment(classmate, approved, 'Xem www.example.com')),
    affects: ['admin', 'mod', 'teacher'],
  },
  {
    name: 'the approval of a held comment',
    make: () => ok(request(app, comments.approve, byId(teacher, held))),
    affects: everyone,
  },
  {
    name: "a reader's report",
    make: () => ok(request(app, comments.report, byId(student, reported, { reason: 'x' }))),
    affects: ['mod', 'student', 'teacher'],
  },
  {
    name: "a second reader's report",
    make: () => ok(request(app, comments.report, byId(parent, reported, { reason: 'x' }))),
    affects: ['parent'],
  },
  {
    name: 'a hidden comment',
    make: () => ok(request(app, comments.hide, byId(mod, commented, { reason: 'x' }))),
    affects: everyone,
  },
  {
    name: 'a restored comment',
    make: () => ok(request(app, comments.restore, byId(mod, commented))),
    affects: everyone,
  },
  {
    name: 'a deleted comment',
    make: () => ok(request(app, comments.delete, byId(student, own))),
    affects: everyone,
  },
  {
    name: 'a comment behind the ten on the card',
    async make() {
      for (let number = 0; number < 12; number++) {
        await addComment(db, { postId: approved, author: classmate, text: `Lời ${number}` });
      }
      await refresh();
      await db.run(sql`delete from comments where id = ${commented}`);
    },
    affects: everyone,
  },
  {
    name: 'an attachment',
    make: () => addAttachment(db, { schoolId, postId: approved, position: 1 }),
    affects: everyone,
  },
  {
    name: 'the number of blurred faces',
    make: () => db.run(sql`update attachments set blurred_faces = 2 where post_id = ${approved}`),
    affects: everyone,
  },
  {
    name: 'a withdrawal',
    make: () => ok(request(app, posts.withdraw, byId(mod, approved, { reason: 'x' }))),
    affects: everyone,
  },
  {
    name: 'the name of who decided',
    make: () => updateRow(db, 'users', mod.id, { first_name: 'Bình' }),
    affects: ['admin', 'mod', 'teacher'],
  },
  {
    name: 'a restored post',
    make: () => ok(request(app, posts.restore, byId(mod, approved))),
    affects: everyone,
  },
  {
    name: "the author's name",
    make: () => updateRow(db, 'users', teacher.id, { last_name: 'Lê' }),
    affects: everyone,
  },
  {
    name: "the author's avatar",
    make: () => updateRow(db, 'users', teacher.id, { avatar: '/uploads/avt/aa/new.webp' }),
    affects: everyone,
  },
  {
    name: "a commenter's name",
    make: () => updateRow(db, 'users', classmate.id, { first_name: 'Chi' }),
    affects: everyone,
  },
  {
    name: 'the username of somebody who likes a post',
    make: () => updateRow(db, 'users', otherMod.id, { username: 'mod.khac' }),
    affects: staff,
  },
  {
    name: 'the name of the class',
    make: () => updateRow(db, 'classes', classId, { name: '3C' }),
    affects: everyone,
  },
  {
    name: 'the comments of the class',
    make: () => updateRow(db, 'classes', classId, { comment_mode: 'off' }),
    affects: everyone,
  },
  {
    name: 'the comments of the school',
    make: () => updateRow(db, 'schools', schoolId, { comment_mode: 'off' }),
    affects: ['admin', 'mod', 'otherTeacher', 'teacher'],
  },
  {
    name: 'another child',
    make: () => addChild(db, { parent, child: ours.otherStudent }),
    affects: ['parent'],
  },
  {
    name: 'another class',
    make: () => moveUser(db, { userId: student.id, classId: otherClassId }),
    affects: ['parent', 'student'],
  },
  {
    name: "a substitute's class",
    make: () =>
      addSubstitution(db, {
        userId: otherTeacher.id,
        classId,
        from: new Date(Date.now() - 1_000),
        until: new Date(Date.now() + 3_600_000),
      }),
    affects: ['otherTeacher'],
  },
  {
    name: 'another role',
    make: () => updateRow(db, 'users', otherTeacher.id, { role: 'Mod' }),
    affects: ['admin', 'mod', 'otherTeacher', 'parent', 'student', 'teacher'],
  },
  {
    name: 'an erasure',
    async make() {
      await moveUser(db, { userId: classmate.id, classId: null });
      const { status } = await erase(await accept(classmate));
      expect(status).toBe(200);
    },
    affects: ['admin', 'mod', 'otherTeacher', 'teacher'],
  },
];

test('each change gives a new ETag to those who see it, on every server', async () => {
  await refresh();
  expect(await refresh()).toEqual([]);
  for (const { name, make, affects } of changes) {
    await make();
    expect.soft({ name, affects: await refresh() }).toEqual({ name, affects: affects.toSorted() });
  }
});

test('an unchanged page costs two statements: the session and the fingerprint', async () => {
  const headers = { authorization: `Bearer ${mod.token}` };
  const sendFirst = async (etag?: string) => {
    const url = posts.list.path;
    return app.inject({ url, headers: { ...headers, ...(etag && { 'if-none-match': etag }) } });
  };
  const { etag } = (await sendFirst()).headers;
  expect((await sendFirst(`${etag}`)).statusCode).toBe(304);
  expect(await countStatements(database, () => sendFirst(`"other", ${etag}`))).toBe(2);
});

test('a page is new as soon as its file URLs are, and denied once the session has ended', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await makeTestApp(database, {}, onTestFinished);
  const reader = await addUser(database, { role: 'Mod', school_id: schoolId });
  const ask = (etag = '') =>
    server.inject({
      url: posts.list.path,
      headers: { authorization: `Bearer ${reader.token}`, 'if-none-match': etag },
    });
  const { etag = '' } = (await ask()).headers;
  expect((await ask(etag)).statusCode).toBe(304);
  vi.setSystemTime(Date.now() + 12 * 3_600_000);
  const later = await ask(etag);
  expect(later.statusCode).toBe(200);
  expect(later.headers.etag).not.toBe(etag);
  expect((await ask(later.headers.etag)).statusCode).toBe(304);
  await db.run(sql`delete from sessions where user_id = ${reader.id}`);
  expect((await ask(later.headers.etag)).statusCode).toBe(401);
});

test('the ETag is the same whether the page is compressed or not', async () => {
  const read = (encoding: string, etag = '') =>
    app.inject({
      url: posts.list.path,
      headers: {
        authorization: `Bearer ${teacher.token}`,
        'accept-encoding': encoding,
        'if-none-match': etag,
      },
    });
  const [plain, compressed] = [await read('identity'), await read('br')];
  expect(compressed.headers['content-encoding']).toBe('br');
  expect(compressed.headers.etag).toBe(plain.headers.etag);
  expect((await read('br', plain.headers.etag)).rawPayload).toHaveLength(0);
});

/** For a longer run: `FEED_CHANGES=5000 npx vitest run unchanged-feed`. */
const changeCount = Number(process.env.FEED_CHANGES ?? 80);

test('whatever changes in the database, the ETag of an unchanged page means the very same page', {
  timeout: 60_000 + changeCount * 1_000,
}, async () => {
  const school = await addTwoSchools(database);
  const { ours: theSchool } = school;
  const random = createRandom(20_261_119);
  const { refresh: refreshAll } = keepFeedCopies(
    [app],
    {
      admin: school.admin,
      mod: theSchool.mod,
      teacher: theSchool.teacher,
      student: theSchool.student,
      parent: theSchool.parent,
    },
    [{ limit: '3' }, { class_id: String(theSchool.classId) }],
  );
  await fillFeed(theSchool);
  const changeRow = await createRowChanger(db, random, {
    changed: [...tablesOfFeed],
    deleted: ['likes', 'comments', 'comment_reports', 'attachments'],
  });
  await refreshAll();
  const seen = new Set<string>();
  for (let number = 0; number < changeCount; number++) {
    const change = await changeRow();
    if (!change) continue;
    if ((await refreshAll()).length > 0) seen.add(change.name);
    // A page that is what it was before is unchanged for those who kept it.
    if (random() < 0.9 && (await change.undo())) await refreshAll();
  }
  expect(seen.size).toBeGreaterThan(Math.min(changeCount / 20, 20));
});

/** What a page is made of. */
const tablesOfFeed = [
  'attachments',
  'classes',
  'comment_reports',
  'comments',
  'likes',
  'memberships',
  'parents_children',
  'posts',
  'schools',
  'users',
];

async function fillFeed({ schoolId, teacher, student, mod, parent, post, otherPost }: typeof ours) {
  for (const postId of [post, otherPost]) {
    await addAttachment(db, { schoolId, postId });
    for (const author of [student, parent, mod]) {
      await db.run(sql`insert into likes (post_id, user_id) values (${postId}, ${author.id})`);
      const id = await addComment(db, { postId, author, decidedBy: mod });
      await db.run(sql`
        insert into comment_reports (comment_id, user_id, school_id, reason)
        values (${id}, ${student.id}, ${schoolId}, 'x')`);
      await db.run(sql`update comments set reported_at = now() where id = ${id}`);
    }
    await addComment(db, { postId, author: student, status: 'held' });
    await addComment(db, { postId, author: teacher, status: 'hidden', decidedBy: mod });
  }
}
