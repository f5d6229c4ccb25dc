import { type Comment, commentStatuses, comments } from '@lop-xanh/contract/comments';
import { messages } from '@lop-xanh/contract/messages';
import { moderation } from '@lop-xanh/contract/moderation';
import { type Post, posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  addComment,
  addPost,
  addSubstitution,
  addTwoSchools,
  addUser,
  loadActor,
  moveUser,
  type TestUser,
} from '../../testing/fixtures.ts';
import { createPostClient } from '../../testing/post-client.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import {
  type CommentFacts,
  canKnowOfComment,
  getCommentAbilities,
  isModerator,
} from './comments.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { schoolId, classId, mod, teacher, otherTeacher, student, parent } = ours;
const { read, addComment: sendComment } = createPostClient(app, ours);
const classmate = await addUser(database, {
  role: 'Student',
  school_id: schoolId,
  class_id: classId,
});
const otherMod = await addUser(database, { role: 'Mod', school_id: schoolId });

/** Somebody who stands in for the teacher of the class until the end of the test. */
async function addSubstitute(): Promise<TestUser> {
  const substitute = await addUser(database, { role: 'Teacher', school_id: schoolId });
  await addSubstitution(db, {
    userId: substitute.id,
    classId,
    from: new Date(Date.now() - 3_600_000),
    until: new Date(Date.now() + 3_600_000),
  });
  return substitute;
}
const endSubstitutions = () => db.run(sql`delete from memberships where kind = 'substitute'`);

let post = 0;
beforeEach(async () => {
  await endSubstitutions();
  await db.run(sql`delete from notifications`);
  await db.run(sql`delete from comment_times`);
  await db.run(sql`update schools set comment_mode = 'open', held_words = '{}'`);
  await db.run(sql`update classes set comment_mode = 'open'`);
  post = await addPost(db, { schoolId, author: teacher, status: 'approved' });
});

const byId = (user: TestUser, id: number, body = {}, headers = {}) => ({
  token: user.token,
  params: { id },
  headers,
  body: body as never,
});
const hide = (user: TestUser, id: number, body = {}) =>
  request(app, comments.hide, byId(user, id, { reason: 'Không lịch sự', ...body }));
const approve = (user: TestUser, id: number, body = {}) =>
  request(app, comments.approve, byId(user, id, body));
const restore = (user: TestUser, id: number, body = {}) =>
  request(app, comments.restore, byId(user, id, body));
const report = (user: TestUser, id: number) =>
  request(app, comments.report, byId(user, id, { reason: 'Trêu bạn' }));
const remove = (user: TestUser, id: number) => request(app, comments.delete, byId(user, id));

const readComments = async (user: TestUser): Promise<Comment[]> =>
  (await read(user, post)).body.comments;
async function readComment(user: TestUser): Promise<Comment> {
  const [comment] = await readComments(user);
  return comment as Comment;
}

const sentNotification = z.object({ user_id: z.number(), type: z.string(), sender_id: z.number() });
const listNotifications = async () =>
  (
    await db.many(
      sentNotification,
      sql`select user_id, type, sender_id from notifications order by type, user_id`,
    )
  ).map(({ user_id, type, sender_id }) => `${type} to ${user_id} from ${sender_id}`);
const notification = (type: string, to: TestUser, from: TestUser) =>
  `${type} to ${to.id} from ${from.id}`;

const auditRow = z.object({
  actor: z.string(),
  action: z.string(),
  subject_name: z.string(),
  school_id: z.number(),
  details: z.unknown(),
});
const listAudit = (id: number) =>
  db.many(
    auditRow,
    sql`
      select actor, action, subject_name, school_id, details from audit_log
      where subject = 'comment' and subject_id = ${id} order by id`,
  );

test('every response and the rules agree on every comment for every role', async () => {
  const substitute = await addSubstitute();
  const users = [mod, teacher, otherTeacher, substitute, student, parent, admin];
  for (const author of [...users, classmate]) {
    for (const status of commentStatuses) {
      const id = await addComment(db, { postId: post, author, status, text: 'Lời thật' });
      if (status !== 'visible') continue;
      for (const reporter of [student, mod]) {
        await db.run(sql`
          insert into comment_reports (comment_id, user_id, school_id, reason)
          values (${id}, ${reporter.id}, ${schoolId}, 'x')`);
      }
      await db.run(sql`update comments set reported_at = now() where id = ${id}`);
      await addComment(db, { postId: post, author, status, text: 'Lời thật' });
    }
  }
  const stored = await db.many(
    z.object({
      id: z.number(),
      user_id: z.number(),
      status: z.enum(commentStatuses),
      is_reported: z.boolean(),
      reporters: z.array(z.number()),
    }),
    sql`
      select id, user_id, status, reported_at is not null as is_reported,
             array(select user_id from comment_reports where comment_id = comments.id) as reporters
      from comments where post_id = ${post}`,
  );
  expect(stored).toHaveLength(32);
  for (const user of users) {
    const { token } = user;
    const actor = await loadActor(database, user);
    const expected = stored.flatMap(({ id, user_id, reporters, ...comment }) => {
      const facts: CommentFacts = {
        ...comment,
        is_own: user_id === user.id,
        is_moderated: isModerator(actor, { school_id: schoolId, class_id: classId }),
        is_reported_by_actor: reporters.includes(user.id),
      };
      if (!canKnowOfComment(actor, facts)) return [];
      const isReadable =
        facts.status !== 'hidden' || facts.is_own || facts.is_moderated || user === admin;
      const text = isReadable ? 'Lời thật' : messages.feed.commentHidden;
      const reason = isReadable && facts.status === 'hidden' ? 'Không lịch sự' : null;
      const held_for = facts.status === 'held' ? ['setting'] : null;
      const can = getCommentAbilities(facts);
      return [{ id, text, reason, held_for, status: facts.status, can }];
    });
    const pick = (list: Comment[]) =>
      list.map(({ id, text, reason, held_for, status, can }) => ({
        id,
        text,
        reason,
        held_for,
        status,
        can,
      }));
    const { body } = await read(user, post);
    expect(pick(body.comments)).toEqual(expected);
    expect(body.commentCount).toBe(expected.length);
    const page = await request(app, posts.comments, {
      token,
      params: { id: post },
      query: { limit: 100 },
    });
    expect(pick(page.body.comments)).toEqual(expected);
    const feed = await request(app, posts.list, { token, query: { limit: 1 } });
    const card = feed.body.posts[0] as Post;
    expect(card).toMatchObject({ id: post, commentCount: expected.length });
    expect(pick(card.comments)).toEqual(expected.slice(-10));
  }
});

describe('a held comment', () => {
  beforeEach(() => db.run(sql`update schools set held_words = '{ngu}' where id = ${schoolId}`));

  test('is seen by its author and the moderators only, who are notified', async () => {
    const substitute = await addSubstitute();
    const { status, body } = await sendComment(student, post, 'Bạn ngu, gọi 0912345678');
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'held', held_for: ['phone', 'word'], version: 1 });
    for (const user of [student, teacher, mod, admin]) {
      expect((await readComments(user)).map(({ text }) => text)).toEqual([
        'Bạn ngu, gọi 0912345678',
      ]);
    }
    for (const user of [parent, classmate, otherTeacher]) {
      const { comments, commentCount } = (await read(user, post)).body;
      expect([comments, commentCount]).toEqual([[], 0]);
    }
    expect(await listNotifications()).toEqual(
      [mod, teacher, otherMod, substitute]
        .toSorted((a, b) => a.id - b.id)
        .map((user) => notification('comment_held', user, student)),
    );
  });

  test('becomes visible when it is approved, and the author of the post is notified then', async () => {
    const { body } = await sendComment(student, post, 'ngu');
    await db.run(sql`delete from notifications`);
    const approved = await approve(mod, body.id, { version: 1 });
    expect(approved.body).toMatchObject({ status: 'visible', held_for: null, version: 2 });
    expect((await readComment(classmate)).text).toBe('ngu');
    expect(await listNotifications()).toEqual([notification('comment', teacher, student)]);
    expect(await listAudit(body.id)).toEqual([
      {
        actor: mod.username,
        action: 'approved',
        subject_name: 'Tin',
        school_id: schoolId,
        details: { post_id: post, old: { status: 'held' }, new: { status: 'visible' } },
      },
    ]);
  });

  test('that was hidden first is a new comment to the author of the post when it is restored', async () => {
    const { body } = await sendComment(student, post, 'ngu');
    await hide(mod, body.id);
    await db.run(sql`delete from notifications`);
    await restore(mod, body.id);
    expect(await listNotifications()).toEqual([
      notification('comment', teacher, student),
      notification('comment_restored', student, mod),
    ]);
    await hide(mod, body.id);
    await db.run(sql`delete from notifications`);
    await restore(mod, body.id);
    expect(await listNotifications()).toEqual([notification('comment_restored', student, mod)]);
  });

  test('is not notified to the teacher who approves it', async () => {
    const { body } = await sendComment(student, post, 'ngu');
    await db.run(sql`delete from notifications`);
    expect((await approve(teacher, body.id)).status).toBe(200);
    expect(await listNotifications()).toEqual([]);
  });

  test('of the author of the post is not notified to them when it is approved', async () => {
    const id = await addComment(db, { postId: post, author: teacher, status: 'held' });
    await approve(mod, id);
    expect(await listNotifications()).toEqual([]);
  });

  test('is never one by a moderator of the post', async () => {
    await db.run(sql`update schools set comment_mode = 'approval'`);
    for (const user of [mod, teacher]) {
      expect((await sendComment(user, post, 'ngu bit.ly/x')).body.status).toBe('visible');
    }
    for (const user of [otherTeacher, parent, admin]) {
      expect((await sendComment(user, post, 'Hay quá')).body).toMatchObject({
        status: 'held',
        held_for: ['setting'],
      });
    }
  });
});

describe('a hidden comment', () => {
  test('shows its words and the reason to its author and the moderators only', async () => {
    const { body } = await sendComment(student, post, 'Lời xấu');
    await db.run(sql`delete from notifications`);
    const hidden = await hide(teacher, body.id, { version: 1 });
    expect(hidden.body).toMatchObject({ status: 'hidden', text: 'Lời xấu', version: 2 });
    for (const user of [student, teacher, mod, admin]) {
      expect(await readComment(user)).toMatchObject({
        text: 'Lời xấu',
        reason: 'Không lịch sự',
        decided_by: 'An',
      });
    }
    for (const user of [parent, classmate, otherTeacher]) {
      expect(await readComment(user)).toMatchObject({
        text: messages.feed.commentHidden,
        status: 'hidden',
        reason: null,
        decided_by: null,
        held_for: null,
      });
      expect((await read(user, post)).body.commentCount).toBe(1);
    }
    expect(await listNotifications()).toEqual([notification('comment_hidden', student, teacher)]);
    const restored = await restore(mod, body.id, { version: 2 });
    expect(restored.body).toMatchObject({ status: 'visible', reason: null, version: 3 });
    expect((await readComment(parent)).text).toBe('Lời xấu');
    expect(await listAudit(body.id)).toMatchObject([
      {
        action: 'hidden',
        details: { old: { status: 'visible' }, new: { status: 'hidden', reason: 'Không lịch sự' } },
      },
      { action: 'restored', details: { old: { status: 'hidden' }, new: { status: 'visible' } } },
    ]);
    expect(JSON.stringify(await listAudit(body.id))).not.toContain('Lời xấu');
  });

  test('needs a reason', async () => {
    const id = await addComment(db, { postId: post, author: student });
    for (const reason of [undefined, '', '  ', 'x'.repeat(501)]) {
      expect((await hide(mod, id, { reason })).status).toBe(400);
    }
  });

  test('is moderated by a substitute only while the substitution lasts', async () => {
    const substitute = await addSubstitute();
    const id = await addComment(db, { postId: post, author: student });
    expect((await hide(substitute, id)).status).toBe(200);
    await endSubstitutions();
    expect((await restore(substitute, id)).status).toBe(403);
  });
});

describe('decisions', () => {
  test('are on the version that the moderator saw, and repeating one is no conflict', async () => {
    const id = await addComment(db, { postId: post, author: student, status: 'held' });
    expect((await approve(mod, id, { version: 1 })).status).toBe(200);
    expect((await approve(otherMod, id, { version: 1 })).status).toBe(200);
    const late = await hide(otherMod, id, { version: 1 });
    expect([late.status, late.body.reason]).toEqual([409, 'comment_changed']);
    expect((await hide(otherMod, id, { version: 2 })).status).toBe(200);
    expect((await hide(mod, id, { version: 2 })).status).toBe(200);
    expect((await approve(mod, id, { version: 2 })).status).toBe(409);
    expect((await restore(mod, id, { version: 2 })).status).toBe(409);
    expect((await restore(mod, id)).body).toMatchObject({ status: 'visible', version: 4 });
    expect((await listAudit(id)).map(({ action }) => action)).toEqual([
      'approved',
      'hidden',
      'restored',
    ]);
  });

  test('of a Mod of another school do not reach the comment', async () => {
    const id = await addComment(db, { postId: post, author: student });
    for (const decide of [hide, approve, restore]) {
      expect((await decide(theirs.mod, id)).status).toBe(404);
    }
    expect((await report(theirs.student, id)).status).toBe(404);
    expect((await remove(theirs.student, id)).status).toBe(404);
  });
});

describe('a report', () => {
  test('reaches the moderators, without the name of who reported, and counts once', async () => {
    const id = await addComment(db, { postId: post, author: student });
    const first = await report(parent, id);
    expect([first.status, first.body]).toEqual([201, { message: 'Đã gửi báo cáo' }]);
    const again = await report(parent, id);
    expect([again.status, again.body.reason]).toEqual([409, 'already_reported']);
    expect((await report(classmate, id)).status).toBe(201);
    expect(await listNotifications()).toEqual(
      [teacher, mod, otherMod]
        .toSorted((a, b) => a.id - b.id)
        .map((user) => notification('comment_reported', user, student)),
    );
    expect((await readComment(mod)).can).toMatchObject({ approve: true, hide: true });
    expect((await readComment(parent)).can).toMatchObject({ report: false });
    expect((await readComment(otherTeacher)).can).toMatchObject({ report: true, hide: false });
  });

  test('is closed by a decision, and another user can report again', async () => {
    const id = await addComment(db, { postId: post, author: student });
    await report(parent, id);
    expect((await approve(mod, id, { version: 1 })).body).toMatchObject({
      status: 'visible',
      version: 2,
      can: { approve: false },
    });
    expect((await report(parent, id)).status).toBe(409);
    expect((await readComment(parent)).can.report).toBe(false);
    await db.run(sql`delete from notifications`);
    expect((await report(classmate, id)).status).toBe(201);
    expect(await listNotifications()).toHaveLength(3);
    expect((await readComment(mod)).can.approve).toBe(true);
    await hide(mod, id);
    await restore(mod, id);
    expect((await readComment(mod)).can.approve).toBe(false);
  });
});

describe('deleting', () => {
  test.each(commentStatuses)('one’s own %s comment leaves nothing of it', async (status) => {
    const id = await addComment(db, { postId: post, author: student, status });
    if (status === 'visible') await report(parent, id);
    for (const user of [mod, teacher]) expect((await remove(user, id)).status).toBe(403);
    expect((await remove(student, id)).body).toEqual({ message: 'Đã xóa bình luận' });
    expect((await remove(student, id)).status).toBe(404);
    for (const user of [student, mod]) expect(await readComments(user)).toEqual([]);
  });

  test('is possible while the post is withdrawn', async () => {
    const id = await addComment(db, { postId: post, author: student });
    await db.run(sql`update posts set status = 'withdrawn' where id = ${post}`);
    expect((await remove(parent, id)).status).toBe(403);
    expect((await remove(student, id)).status).toBe(200);
  });
});

describe('a retried request', () => {
  const key = { 'idempotency-key': 'lan-dau' };

  test('shows a former moderator no words', async () => {
    const former = await addUser(database, { role: 'Teacher', school_id: schoolId });
    await moveUser(db, { userId: teacher.id, classId: null });
    await moveUser(db, { userId: former.id, classId });
    const id = await addComment(db, { postId: post, author: student, text: 'Lời xấu' });
    const input = byId(former, id, { reason: 'Không lịch sự' }, key);
    expect((await request(app, comments.hide, input)).body.text).toBe('Lời xấu');
    await moveUser(db, { userId: former.id, classId: null });
    await moveUser(db, { userId: teacher.id, classId });
    const again = await request(app, comments.hide, input);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ text: messages.feed.commentHidden, reason: null });
  });

  test('shows nothing of a comment on a post that was withdrawn', async () => {
    const input = byId(student, post, { text: 'Lời của con' }, key);
    const first = await request(app, posts.comment, input);
    expect(first.status).toBe(201);
    await db.run(sql`update posts set status = 'withdrawn' where id = ${post}`);
    const again = await request(app, posts.comment, input);
    expect([again.status, again.body.alreadyDone]).toEqual([403, true]);
    expect(JSON.stringify(again.body)).not.toContain('Lời của con');
  });

  test('reports and deletes once', async () => {
    const id = await addComment(db, { postId: post, author: student });
    const reporting = byId(parent, id, { reason: 'Trêu bạn' }, { 'idempotency-key': 'bao-cao' });
    const deleting = byId(student, id, {}, { 'idempotency-key': 'xoa' });
    for (let attempt = 0; attempt < 2; attempt++) {
      expect((await request(app, comments.report, reporting)).status).toBe(201);
    }
    for (let attempt = 0; attempt < 2; attempt++) {
      expect((await request(app, comments.delete, deleting)).status).toBe(200);
    }
  });
});

describe('the settings', () => {
  const editSchool = (user: TestUser, body: object) =>
    request(app, moderation.editSettings, { token: user.token, body: body as never });
  const editClass = (user: TestUser, mode: string) =>
    request(app, moderation.editClassSettings, byId(user, classId, { class: mode }));
  const readClass = (user: TestUser) => request(app, moderation.classSettings, byId(user, classId));

  test('of a class and its school: the stricter one applies', async () => {
    const cases = [
      ['open', 'open', 'open', 'visible'],
      ['open', 'approval', 'approval', 'held'],
      ['approval', 'open', 'approval', 'held'],
      ['open', 'off', 'off', undefined],
      ['off', 'approval', 'off', undefined],
      ['approval', 'off', 'off', undefined],
    ] as const;
    for (const [school, own, effective, status] of cases) {
      await editSchool(mod, { comments: school, words: [] });
      expect((await editClass(teacher, own)).body).toEqual({ school, class: own, effective });
      expect((await readClass(teacher)).body).toEqual({ school, class: own, effective });
      const sent = await sendComment(student, post, 'Hay quá');
      expect(sent.body.status).toBe(status);
      if (effective === 'off') {
        expect([sent.status, sent.body.reason]).toEqual([403, 'comments_off']);
      }
      expect((await read(student, post)).body.can.comment).toBe(effective !== 'off');
    }
  });

  test('off holds for everyone, but not for other classes and schools', async () => {
    await editClass(teacher, 'off');
    for (const user of [mod, teacher, parent, admin]) {
      expect((await sendComment(user, post, 'Hay')).status).toBe(403);
      expect((await read(user, post)).body.can).toMatchObject({ comment: false, like: true });
    }
    expect((await sendComment(mod, ours.otherPost, 'Hay')).status).toBe(201);
    await editSchool(mod, { comments: 'off', words: [] });
    expect((await sendComment(mod, ours.otherPost, 'Hay')).status).toBe(403);
    expect((await sendComment(theirs.student, theirs.post, 'Hay')).status).toBe(201);
  });

  test('are the school’s own, and each change is in the audit log once', async () => {
    const settings = { comments: 'approval', words: ['ngu', 'đồ tồi'] };
    const input = { comments: 'approval', words: ['ngu', ' đồ tồi ', 'ngu'] };
    expect((await editSchool(mod, input)).body).toEqual(settings);
    expect((await editSchool(mod, input)).body).toEqual(settings);
    const readOf = async (user: TestUser) =>
      (await request(app, moderation.settings, { token: user.token })).body;
    expect(await readOf(otherMod)).toEqual(settings);
    expect(await readOf(theirs.mod)).toEqual({ comments: 'open', words: [] });
    await editClass(teacher, 'off');
    const entries = await db.many(
      auditRow.extend({ subject_id: z.number().nullable() }),
      sql`
        select actor, action, subject_name, subject_id, school_id, details from audit_log
        where subject = 'comment_settings' order by id desc limit 2`,
    );
    expect(entries).toEqual([
      {
        actor: teacher.username,
        action: 'changed',
        subject_name: '3A',
        subject_id: classId,
        school_id: schoolId,
        details: { fields: ['class'], old: { class: 'open' }, new: { class: 'off' } },
      },
      {
        actor: mod.username,
        action: 'changed',
        subject_name: 'TH Kim Đồng',
        subject_id: null,
        school_id: schoolId,
        details: {
          fields: ['comments', 'words'],
          old: { comments: 'open', words: [] },
          new: settings,
        },
      },
    ]);
  });
});
