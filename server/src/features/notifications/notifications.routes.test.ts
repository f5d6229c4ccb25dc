import { attendance } from '@lop-xanh/contract/attendance';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type Notification, notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import {
  buildPostGroupKey,
  getGroupWindow,
  groupNotifications,
  type PostGroupKind,
} from '@lop-xanh/contract/rules/notification-groups';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { insertRows } from '../../database/insert-rows.ts';
import { addClassWithStudents, makeSheetInput } from '../../testing/attendance.ts';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addPost,
  addSchool,
  addTwoSchools,
  addUser,
  type TestUser,
} from '../../testing/fixtures.ts';
import { fetchNotifications } from '../../testing/notifications.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { postGroupKey } from './notify.queries.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs } = await addTwoSchools(database);
// All posts' notifications get the same window, so that no test crosses the end of one.
const windowSeconds = getGroupWindow(new Date()).getTime() / 1000;
await database.pool.query(`
  create function set_window() returns trigger language plpgsql as $$
  begin
    if new.created_at = now() then
      new.group_key = regexp_replace(new.group_key, '^(like|comment)(:.*:).*', '\\1\\2${windowSeconds}');
    end if;
    return new;
  end $$;
  create trigger set_window before insert on notifications for each row execute function set_window()`);
const inClass = { school_id: ours.schoolId, class_id: ours.classId };

const students: TestUser[] = [];
for (const first_name of ['An', 'Bình', 'Chi', 'Dũng', 'Em', 'Giang', 'Hà']) {
  const name = { first_name, last_name: 'Nguyễn' };
  students.push(await addUser(database, { role: 'Student', ...inClass, ...name }));
}

/** Adds a teacher of the class with an approved post and no notifications yet. */
async function addAuthor() {
  await db.run(sql`
    update memberships set ended_at = clock_timestamp()
    where class_id = ${ours.classId} and kind = 'homeroom' and ended_at is null`);
  const author = await addUser(database, { role: 'Teacher', ...inClass });
  const post = await addPost(db, { schoolId: ours.schoolId, author, status: 'approved' });
  return { author, post };
}

const like = (user: TestUser, id: number, liked = true) =>
  request(app, posts.like, { token: user.token, params: { id }, body: { liked } });
const read = (user: TestUser, ids: number[]) =>
  request(app, notifications.read, { token: user.token, body: { ids } });
const readAll = (user: TestUser) => request(app, notifications.readAll, { token: user.token });
const countUnread = async ({ token }: TestUser) =>
  (await request(app, notifications.list, { token, query: { limit: 1 } })).body.unread as number;

/** Moves all notifications of the author into the previous window. */
const moveToPreviousWindow = ({ id }: TestUser) =>
  db.run(sql`
    update notifications
    set group_key = replace(group_key, ${`:${windowSeconds}`}, ${`:${windowSeconds - limits.groupWindowMs / 1000}`})
    where user_id = ${id}`);

describe('likes', () => {
  test('of five students are one item, and a like in the next window is a second one', async () => {
    const { author, post } = await addAuthor();
    for (const student of students.slice(0, 5).toReversed()) await like(student, post);
    const [group, ...rest] = await fetchNotifications(app, author);
    expect(rest).toEqual([]);
    expect(group).toMatchObject({
      type: 'like_agg',
      message: 'An, Bình, Chi and 2 others liked your post',
      count: 5,
      refType: 'post',
      refId: post,
      read: false,
    });
    expect(group?.sendersMeta.map(({ name }) => name)).toEqual(['An', 'Bình', 'Chi']);
    expect(group?.sourceIds).toHaveLength(5);
    expect(await countUnread(author)).toBe(1);

    await moveToPreviousWindow(author);
    await like(students[5] as TestUser, post);
    const items = await fetchNotifications(app, author);
    expect(items.map(({ message }) => message)).toEqual([
      'Giang liked your post',
      'An, Bình, Chi and 2 others liked your post',
    ]);
    expect(await countUnread(author)).toBe(2);
  });

  test('leave the group when withdrawn, unless the author has read it', async () => {
    const { author, post } = await addAuthor();
    const [an, binh, chi] = students as [TestUser, TestUser, TestUser];
    for (const student of [an, binh, chi]) await like(student, post);
    await like(chi, post, false);
    const [group] = await fetchNotifications(app, author);
    expect(group?.message).toBe('Bình, An liked your post');
    await read(author, [group?.id as number]);
    await like(an, post, false);
    expect((await fetchNotifications(app, author))[0]).toMatchObject({ count: 2, read: true });
    await like(binh, post, false);
    await like(binh, post);
    expect((await fetchNotifications(app, author))[0]).toMatchObject({ count: 2, read: true });
  });

  test('disappear as an item when the last one is withdrawn', async () => {
    const { author, post } = await addAuthor();
    await like(students[0] as TestUser, post);
    await like(students[0] as TestUser, post, false);
    expect(await fetchNotifications(app, author)).toEqual([]);
    expect(await countUnread(author)).toBe(0);
  });

  test('are marked read as a group, which a new like makes unread again', async () => {
    const { author, post } = await addAuthor();
    for (const student of students.slice(0, 3)) await like(student, post);
    const [{ sourceIds } = { sourceIds: [] as number[] }] = await fetchNotifications(app, author);
    const { body } = await read(author, [sourceIds[1] as number]);
    expect(body.unread).toBe(0);
    const [group] = await fetchNotifications(app, author);
    expect(group).toMatchObject({ read: true, isRead: true, readAt: expect.any(String) });
    await like(students[3] as TestUser, post);
    expect((await fetchNotifications(app, author))[0]).toMatchObject({
      read: false,
      readAt: null,
      count: 4,
    });
  });

  test('match the final state after thirty concurrent toggles', async () => {
    const { author, post } = await addAuthor();
    const [an] = students as [TestUser];
    await Promise.all(
      Array.from({ length: 30 }, () =>
        request(app, posts.like, { token: an.token, params: { id: post }, body: {} }),
      ),
    );
    expect(await fetchNotifications(app, author)).toEqual([]);
    await Promise.all(Array.from({ length: 30 }, () => like(an, post)));
    expect(await fetchNotifications(app, author)).toMatchObject([{ count: 1 }]);
  });
});

describe('comments', () => {
  const comment = (user: TestUser, id: number) =>
    request(app, posts.comment, { token: user.token, params: { id }, body: { text: 'Hay quá' } });

  test('of one post are one item that names each user once, newest first', async () => {
    const { author, post } = await addAuthor();
    const [an, binh, chi, dung] = students as [TestUser, TestUser, TestUser, TestUser];
    const fetchMessage = async () => (await fetchNotifications(app, author))[0]?.message;
    await comment(an, post);
    await comment(an, post);
    expect(await fetchMessage()).toBe('Nguyễn An đã bình luận về bài viết “Tin” của bạn');
    await comment(binh, post);
    await comment(an, post);
    expect(await fetchMessage()).toContain('An và Bình đã bình luận');
    for (const user of [chi, dung]) await comment(user, post);
    const [group, ...rest] = await fetchNotifications(app, author);
    expect(rest).toEqual([]);
    expect(group).toMatchObject({ type: 'comment', count: 4, refId: post });
    expect(group?.message).toContain('Dũng, Chi và 2 người khác đã bình luận');
    expect(group?.sourceIds).toHaveLength(6);
    expect(await countUnread(author)).toBe(1);
    expect((await read(author, [group?.id as number])).body.unread).toBe(0);
  });

  test('and likes of one post are two items', async () => {
    const { author, post } = await addAuthor();
    await like(students[0] as TestUser, post);
    await comment(students[0] as TestUser, post);
    expect((await fetchNotifications(app, author)).map(({ type }) => type)).toEqual([
      'comment',
      'like_agg',
    ]);
    expect(await countUnread(author)).toBe(2);
  });
});

test('the sheets of a week are one item for a Mod, which names the newest classes', async () => {
  const schoolId = await addSchool(db, 'TH Lê Lợi');
  const mod = await addUser(database, { role: 'Mod', school_id: schoolId });
  const saveWeek = async (name: string, week: number) => {
    const {
      classId,
      teacher,
      students: members,
    } = await addClassWithStudents(database, {
      schoolId,
      name,
      count: 1,
    });
    await request(app, attendance.save, {
      token: teacher.token,
      params: { id: classId },
      body: makeSheetInput(members, { week }),
    });
    return classId;
  };
  await saveWeek('1A', 11);
  for (const name of ['3D', '3C', '3B']) await saveWeek(name, 12);
  const newestClassId = await saveWeek('3A', 12);
  const items = await fetchNotifications(app, mod);
  expect(items.map(({ message }) => message)).toEqual([
    'Lớp 3A, 3B và 2 lớp khác đã điểm danh tuần 12',
    'Lớp 1A đã điểm danh tuần 11',
  ]);
  expect(items[0]).toMatchObject({
    class_names: ['3A', '3B', '3C', '3D'],
    class_name: '3A',
    refId: newestClassId,
    count: 4,
  });
  expect(await countUnread(mod)).toBe(2);
});

test('the statement groups as `groupNotifications` does, even at the edges of windows', async () => {
  const { author } = await addAuthor();
  const start = Date.UTC(2026, 10, 1);
  const edges = [0, 1, -1, limits.groupWindowMs - 1, limits.groupWindowMs / 2];
  const types: [string, PostGroupKind | null][] = [
    ['like_agg', 'like'],
    ['comment', 'comment'],
    ['comment_held', 'held'],
    ['comment_reported', 'reported'],
    ['post_new', null],
  ];
  const sources = fc.array(
    fc.record({
      type: fc.constantFrom(...types),
      postId: fc.integer({ min: 1, max: 3 }),
      sender: fc.integer({ min: 0, max: 6 }),
      window: fc.integer({ min: 0, max: 4 }),
      ms: fc.constantFrom(...edges),
    }),
    { minLength: 1, maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(sources, async (list) => {
      await db.run(sql`delete from notifications where user_id = ${author.id}`);
      const stored: { id: number; groupKey: string | null; sender: number }[] = [];
      for (const { type, postId, sender, window, ms } of list) {
        const [name, kind] = type;
        const at = new Date(start + window * limits.groupWindowMs + ms);
        const key = kind
          ? postGroupKey(kind, sql`${postId}::bigint`, sql`${at.toISOString()}::timestamptz`)
          : sql`null`;
        const [id] = await db.values(
          z.number(),
          sql`
            insert into notifications (user_id, type, ref_id, sender_id, created_at, group_key)
            values (${author.id}, ${name}, ${postId}, ${students[sender]?.id}, ${at.toISOString()}, ${key})
            on conflict do nothing returning id`,
        );
        const groupKey = kind && buildPostGroupKey(kind, postId, at);
        if (id) stored.push({ id, groupKey, sender });
      }
      const expected = groupNotifications(stored);
      const shown = await fetchNotifications(app, author);
      expect(shown.map(({ sourceIds, count }) => ({ sourceIds, count }))).toEqual(
        expected.map((group) => ({
          sourceIds: group.map(({ id }) => id),
          count: new Set(group.map(({ sender }) => sender)).size,
        })),
      );
      expect(await countUnread(author)).toBe(expected.length);
    }),
    { seed: 20_261_115, numRuns: 40 },
  );
});

describe('reading', () => {
  test('another user’s ids are ignored', async () => {
    const { author, post } = await addAuthor();
    await like(students[0] as TestUser, post);
    const [{ id } = { id: 0 }] = await fetchNotifications(app, author);
    for (const stranger of [ours.mod, theirs.teacher, students[0] as TestUser]) {
      expect((await read(stranger, [id])).status).toBe(200);
    }
    expect(await countUnread(author)).toBe(1);
    expect((await read(author, [id])).body).toEqual({ message: expect.any(String), unread: 0 });
  });

  test('“read all” marks only the actor’s own notifications', async () => {
    const { author, post } = await addAuthor();
    const other = await addAuthor();
    for (const student of students.slice(0, 2)) await like(student, other.post);
    await request(app, posts.comment, {
      token: ours.mod.token,
      params: { id: post },
      body: { text: 'Hay quá' },
    });
    expect((await readAll(author)).body.unread).toBe(0);
    expect(await countUnread(other.author)).toBeGreaterThan(0);
    expect((await fetchNotifications(app, author)).every(({ read }) => read)).toBe(true);
  });

  test('the time of the first reading stays', async () => {
    const { author, post } = await addAuthor();
    await like(students[0] as TestUser, post);
    const [{ id } = { id: 0 }] = await fetchNotifications(app, author);
    await read(author, [id]);
    const [first] = await fetchNotifications(app, author);
    await read(author, [id]);
    await readAll(author);
    expect((await fetchNotifications(app, author))[0]?.readAt).toBe(first?.readAt);
  });
});

test('pages have no gaps or duplicates, even if likes are added in between', async () => {
  const { author, post } = await addAuthor();
  const groups = 12;
  for (let number = 0; number < groups; number++) {
    for (const student of students.slice(0, 1 + (number % 3))) {
      const at = Date.UTC(2026, 9, 1) + number * limits.groupWindowMs;
      await db.run(
        insertRows('notifications', [
          {
            user_id: author.id,
            type: 'like_agg',
            ref_id: post,
            sender_id: student.id,
            created_at: new Date(at).toISOString(),
            group_key: buildPostGroupKey('like', post, new Date(at)),
          },
        ]),
      );
    }
  }
  const seen: Notification[] = [];
  let before: string | undefined;
  do {
    const { body }: { body: ResponseOf<typeof notifications.list> } = await request(
      app,
      notifications.list,
      {
        token: author.token,
        query: { limit: 5, ...(before && { before }) },
      },
    );
    seen.push(...body.notifications);
    before = body.next ?? undefined;
    await like(students[6] as TestUser, post, seen.length % 10 === 0);
  } while (before);
  expect(seen).toHaveLength(groups);
  const ids = seen.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(seen.flatMap(({ sourceIds }) => sourceIds)).size).toBe(24);
});

test('a page takes one statement besides the session’s, whatever its length', async () => {
  const countFor = async (limit: number) => {
    return countStatements(database, () =>
      request(app, notifications.list, { token: ours.teacher.token, query: { limit } }),
    );
  };
  expect(await countFor(1)).toBe(2);
  expect(await countFor(100)).toBe(2);
});
