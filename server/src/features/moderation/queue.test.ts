import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type ModerationItem, moderation } from '@lop-xanh/contract/moderation';
import { posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addAttachment,
  addChild,
  addPost,
  addTwoSchools,
  addUser,
  insertRow,
  moveUser,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

type Queue = ResponseOf<typeof moderation.queue>;
type Query = { limit?: number; before?: string; kind?: string; grade_id?: number };

async function readQueue(user: TestUser, query: Query = {}): Promise<Queue> {
  const { status, body } = await request(app, moderation.queue, {
    token: user.token,
    query: query as never,
  });
  expect(status).toBe(200);
  return body;
}

const listKeys = ({ items }: Queue) => items.map(({ kind, id }) => `${kind} ${id}`);

let world: TwoSchools;
let ours: TwoSchools['ours'];
beforeEach(async () => {
  world = await addTwoSchools(database);
  ours = world.ours;
});

/** Minutes after the start of a day long ago, so that the order is the test's own. */
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString();

async function addPending(minute: number, author = ours.teacher): Promise<number> {
  const id = await addPost(db, { schoolId: ours.schoolId, author, status: 'pending' });
  await updateRow(db, 'posts', id, { submitted_at: at(minute) });
  return id;
}

function addComment(fields: object, { post = ours.post, author = ours.student } = {}) {
  const row = { school_id: ours.schoolId, post_id: post, user_id: author.id, text: 'Lời' };
  return insertRow(db, 'comments', { ...row, ...fields });
}

const addHeld = (minute: number, where = {}) =>
  addComment({ status: 'held', held_for: '{phone}', created_at: at(minute) }, where);

async function addReported(minute: number, reasons = ['Nói xấu bạn'], where = {}) {
  const id = await addComment({ reported_at: at(minute) }, where);
  const reporters = [ours.parent, ours.teacher, ours.otherTeacher];
  for (const [index, reason] of reasons.entries()) {
    await db.run(sql`
      insert into comment_reports (comment_id, user_id, school_id, reason, created_at)
      values (${id}, ${reporters[index]?.id}, ${ours.schoolId}, ${reason},
              ${at(minute)}::timestamptz + make_interval(secs => ${index}))`);
  }
  return id;
}

describe('the queue', () => {
  test('has pending posts, held and reported comments, oldest first', async () => {
    const first = await addPending(3);
    const reported = await addReported(1);
    const held = await addHeld(2);
    const { items, next, counts } = await readQueue(ours.mod);
    expect(items.map(({ kind, id }) => [kind, id])).toEqual([
      ['reported', reported],
      ['held', held],
      ['post', first],
      ['post', ours.pendingPost],
    ]);
    expect(items.map(({ since }) => since).slice(0, 3)).toEqual([at(1), at(2), at(3)]);
    expect({ next, counts }).toEqual({ next: null, counts: { post: 2, held: 1, reported: 1 } });
  });

  test('leaves out what is decided, the Mod’s own posts and other schools', async () => {
    await addComment({ status: 'hidden', reason: 'Không hợp', decided_by: ours.mod.id });
    await addComment({});
    const own = await addPending(1, ours.mod);
    expect(listKeys(await readQueue(ours.mod))).toEqual([`post ${ours.pendingPost}`]);
    const colleague = await addUser(database, { role: 'Mod', school_id: ours.schoolId });
    expect(listKeys(await readQueue(colleague))).toContain(`post ${own}`);
    expect(listKeys(await readQueue(world.theirs.mod))).toEqual([
      `post ${world.theirs.pendingPost}`,
    ]);
  });

  test('has a held comment once, even if a teacher reported it', async () => {
    const id = await addHeld(1);
    await updateRow(db, 'comments', id, { reported_at: at(2) });
    const { items, counts } = await readQueue(ours.mod);
    expect(items.filter((item) => item.id === id).map(({ kind }) => kind)).toEqual(['held']);
    expect(counts).toEqual({ post: 1, held: 1, reported: 0 });
  });

  test('is read page by page, also among items since the same moment', async () => {
    for (let number = 0; number < 3; number++) {
      await addPending(1);
      await addHeld(1);
      await addReported(1);
    }
    const whole = listKeys(await readQueue(ours.mod));
    expect(whole).toHaveLength(10);
    const kinds = whole.map((key) => key.split(' ')[0]);
    expect(kinds).toEqual([
      ...Array(3).fill('held'),
      ...Array(3).fill('post'),
      ...Array(3).fill('reported'),
      'post',
    ]);
    for (const limit of [1, 2, 4]) {
      const pages: string[] = [];
      let before: string | null = '';
      while (before !== null) {
        const page: Queue = await readQueue(ours.mod, { limit, ...(before && { before }) });
        pages.push(...listKeys(page));
        before = page.next;
      }
      expect(pages).toEqual(whole);
    }
  });

  test.each(['x', 'MSxwb3N0', '9999999999999999,post,1', '1,like,1', '1,post,99999999999999999'])(
    'rejects the cursor %s',
    async (text) => {
      const before = text.includes(',') ? Buffer.from(text).toString('base64url') : text;
      const { status } = await request(app, moderation.queue, {
        token: ours.mod.token,
        query: { before } as never,
      });
      expect(status).toBe(400);
    },
  );

  test('is filtered by kind and grade; the counts are those of the grade', async () => {
    const held = await addHeld(1, { post: ours.otherPost });
    const reported = await addReported(2);
    const inFourth = await addPending(3, ours.otherTeacher);
    expect(listKeys(await readQueue(ours.mod, { kind: 'held' }))).toEqual([`held ${held}`]);
    const fourth = await readQueue(ours.mod, { grade_id: 4 });
    expect(listKeys(fourth)).toEqual([`held ${held}`, `post ${inFourth}`]);
    expect(fourth.counts).toEqual({ post: 1, held: 1, reported: 0 });
    expect(fourth.items.map(({ grade_id }) => grade_id)).toEqual([4, 4]);
    const third = await readQueue(ours.mod, { grade_id: 3, kind: 'reported' });
    expect(listKeys(third)).toEqual([`reported ${reported}`]);
    expect(third.counts).toEqual({ post: 1, held: 0, reported: 1 });
  });
});

describe('an item', () => {
  const readItem = async (id: number): Promise<ModerationItem> => {
    const { items } = await readQueue(ours.mod);
    const item = items.find((candidate) => candidate.id === id);
    if (!item) throw new Error('Not in the queue');
    return item;
  };

  test('has the same post as the post’s own page', async () => {
    const { post, comment } = await readItem(ours.pendingPost);
    const { body } = await request(app, posts.read, {
      token: ours.mod.token,
      params: { id: ours.pendingPost },
    });
    expect(post).toEqual(body);
    expect(comment).toBeNull();
    expect(post.can).toMatchObject({ approve: true, reject: true });
  });

  test('has a comment with its post, and the open reports without names', async () => {
    const id = await addReported(1, ['Nói xấu bạn', 'Không lịch sự']);
    // Of an earlier round, which a decision has closed.
    await db.run(sql`
      insert into comment_reports (comment_id, user_id, school_id, reason, created_at)
      values (${id}, ${ours.otherStudent.id}, ${ours.schoolId}, 'Cũ', ${at(0)})`);
    const { post, comment, reports } = await readItem(id);
    expect(post.id).toBe(ours.post);
    expect(comment).toMatchObject({ id, text: 'Lời', user_id: ours.student.id, version: 1 });
    expect(reports.map(({ reason }) => reason)).toEqual(['Nói xấu bạn', 'Không lịch sự']);
    expect(Object.keys(reports[0] ?? {})).toEqual(['reason', 'at']);
  });

  test('has the author’s record: their decided posts, or their decided comments', async () => {
    const decided_by = ours.mod.id;
    await addPost(db, { schoolId: ours.schoolId, author: ours.teacher, status: 'rejected' });
    const post = await readItem(ours.pendingPost);
    expect(post.authorRecord).toEqual({ approved: 1, rejected: 1 });
    await addComment({ decided_by });
    await addComment({ decided_by, status: 'hidden', reason: 'Không hợp' });
    await addComment({ decided_by, status: 'hidden', reason: 'Không hợp' });
    await addComment({});
    const comment = await readItem(await addHeld(1));
    expect(comment.authorRecord).toEqual({ approved: 1, rejected: 2 });
  });

  test('counts the students of the class and their parents, each once', async () => {
    const inSchool = { school_id: ours.schoolId };
    const sibling = await addUser(database, {
      role: 'Student',
      ...inSchool,
      class_id: ours.classId,
    });
    const father = await addUser(database, { role: 'Parent', ...inSchool });
    for (const parent of [ours.parent, father]) await addChild(db, { parent, child: sibling });
    expect((await readItem(ours.pendingPost)).audience).toEqual({ students: 2, parents: 2 });
    const substitute = await addUser(database, { role: 'Teacher', ...inSchool });
    const withoutClass = await addPending(1, substitute);
    expect((await readItem(withoutClass)).audience).toEqual({ students: 0, parents: 0 });
  });
});

describe('an item with photos', () => {
  const readConsent = async (postId: number) => {
    const { items } = await readQueue(ours.mod);
    return items.find(({ kind, id }) => kind === 'post' && id === postId)?.photoConsent;
  };
  const addPhotos = (postId: number) => addAttachment(db, { schoolId: ours.schoolId, postId });
  const giveConsent = async ({ id }: TestUser) => {
    for (const side of ['guardian', 'child']) {
      await insertRow(db, 'photo_consents', {
        school_id: ours.schoolId,
        student_id: id,
        side,
        decision: 'given',
        evidence: 'paper',
        decided_on: '2026-09-07',
        recorded_by: ours.mod.id,
      });
    }
  };

  test('has the students of the class without consent, and the author’s confirmation', async () => {
    const inClass = { school_id: ours.schoolId, class_id: ours.classId };
    const addStudent = (first_name: string) =>
      addUser(database, { role: 'Student', first_name, ...inClass });
    const dung = await addStudent('Dũng');
    const binh = await addStudent('Bình');
    await giveConsent(ours.student);
    const post = await addPending(1);
    expect(await readConsent(post)).toBeNull();
    await addPhotos(post);
    const students = [
      { id: binh.id, full_name: 'Bình' },
      { id: dung.id, full_name: 'Dũng' },
    ];
    expect(await readConsent(post)).toEqual({ confirmed: false, students });
    await updateRow(db, 'posts', post, { photos_confirmed_at: at(2) });
    await giveConsent(binh);
    expect(await readConsent(post)).toEqual({ confirmed: true, students: students.slice(1) });
  });

  test('has those who were in the class when the post was written', async () => {
    const post = await addPending(1);
    await addPhotos(post);
    const inSchool = { school_id: ours.schoolId };
    await moveUser(db, { userId: ours.student.id, classId: ours.otherClassId });
    await addUser(database, { role: 'Student', ...inSchool, class_id: ours.classId });
    expect(await readConsent(post)).toEqual({
      confirmed: false,
      students: [{ id: ours.student.id, full_name: 'An' }],
    });
  });

  test('and without a class has nobody, and a comment on it has none of this', async () => {
    const author = await addUser(database, { role: 'Teacher', school_id: ours.schoolId });
    const post = await addPending(1, author);
    await addPhotos(post);
    expect(await readConsent(post)).toEqual({ confirmed: false, students: [] });
    await addPhotos(ours.post);
    const held = await addHeld(1);
    const { items } = await readQueue(ours.mod, { kind: 'held' });
    expect(items).toMatchObject([{ id: held, photoConsent: null }]);
  });
});

test('a queue of 5,000 items opens with the same statements as a short one, in under 300 ms', async () => {
  const statements = await countStatements(database, () => readQueue(ours.mod));
  await db.run(sql`
    insert into posts (school_id, author_id, class_id, title, content, status, submitted_at)
    select ${ours.schoolId}, ${ours.teacher.id}, ${ours.classId}, 'Bài ' || number, repeat('Chữ ', 500),
           'pending', now() - make_interval(mins => number)
    from generate_series(1, 3000) number`);
  await db.run(sql`
    insert into comments (school_id, post_id, user_id, text, status, created_at, reported_at)
    select ${ours.schoolId}, ${ours.post}, ${ours.student.id}, 'Lời ' || number,
           case when number <= 1000 then 'held' else 'visible' end,
           now() - make_interval(mins => number), case when number > 1000 then now() end
    from generate_series(1, 2000) number`);
  await db.run(sql`
    insert into attachments (school_id, post_id, position, file, mime, filename, bytes)
    select school_id, id, 0, 'anh/' || id, 'image/webp', 'ảnh.jpg', 1 from posts`);
  await db.run(sql`
    with student as (
      insert into users (school_id, role, username, password_hash, first_name)
      select ${ours.schoolId}, 'Student', 'lop.dong.' || number, '', 'An'
      from generate_series(1, 35) number
      returning id
    )
    insert into memberships (school_id, class_id, user_id, kind, started_at)
    select ${ours.schoolId}, ${ours.classId}, id, 'student', now() - interval '1 day' from student`);
  await db.run(sql`analyze posts, comments, attachments, users, memberships`);
  expect(await countStatements(database, () => readQueue(ours.mod))).toBe(statements);
  const times: number[] = [];
  for (const query of [{}, {}, { grade_id: 3 }, { kind: 'reported' }, { limit: 50 }]) {
    const start = performance.now();
    const { counts, items } = await readQueue(ours.mod, query);
    times.push(Math.round(performance.now() - start));
    expect(counts).toEqual({ post: 3001, held: 1000, reported: 1000 });
    const post = items.find(({ kind }) => kind === 'post');
    if (post) expect(post.photoConsent?.students).toHaveLength(36);
  }
  process.stdout.write(`The queue with 5,000 items opens in ${times.join(', ')} ms.\n`);
  expect(Math.min(...times.slice(0, 2))).toBeLessThan(300);
});
