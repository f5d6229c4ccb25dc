import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type Notification, notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import { groupLikes } from '@lop-xanh/contract/rules/like-groups';
import { limits } from '@lop-xanh/contract/rules/limits';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { insertRows } from '../../database/insert-rows.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { addPost, addTwoSchools, addUser, type TestUser } from '../../testing/fixtures.ts';
import { fetchNotifications } from '../../testing/notifications.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs } = await addTwoSchools(database);
// All notifications get the same time, so that no test crosses the end of a like bucket.
await db.run(
  sql`alter table notifications alter column created_at set default '2026-11-02 08:02:30+07'`,
);
const inClass = { school_id: ours.schoolId, class_id: ours.classId };

const students: TestUser[] = [];
for (const first_name of ['An', 'Bình', 'Chi', 'Dũng', 'Em', 'Giang', 'Hà']) {
  students.push(await addUser(database, { role: 'Student', ...inClass, first_name }));
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

/** Moves all notifications of the author into the previous bucket. */
const moveToPreviousBucket = ({ id }: TestUser) =>
  db.run(sql`
    update notifications set created_at = created_at - ${`${limits.likeBucketMs} ms`}::interval
    where user_id = ${id}`);

describe('likes', () => {
  test('of five students are one item, and a like in the next bucket is a second one', async () => {
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

    await moveToPreviousBucket(author);
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

  test('are grouped by the statement as by `groupLikes`, even at the edges of buckets', async () => {
    const { author } = await addAuthor();
    const start = Date.UTC(2026, 10, 1);
    const edges = [0, 1, -1, limits.likeBucketMs - 1, limits.likeBucketMs / 2];
    const likeLists = fc.array(
      fc.record({
        postId: fc.integer({ min: 1, max: 3 }),
        sender: fc.integer({ min: 0, max: 6 }),
        bucket: fc.integer({ min: 0, max: 4 }),
        ms: fc.constantFrom(...edges),
      }),
      { minLength: 1, maxLength: 30 },
    );
    const storedLike = z.object({ id: z.number(), ref_id: z.number(), created_at: z.string() });
    await fc.assert(
      fc.asyncProperty(likeLists, async (likes) => {
        await db.run(sql`delete from notifications where user_id = ${author.id}`);
        const rows = likes.map(({ postId, sender, bucket, ms }) => ({
          user_id: author.id,
          type: 'like_agg',
          ref_id: postId,
          sender_id: students[sender]?.id as number,
          created_at: new Date(start + bucket * limits.likeBucketMs + ms).toISOString(),
        }));
        const stored = await db.many(
          storedLike,
          sql`
            ${insertRows('notifications', rows)} on conflict do nothing
            returning id, ref_id, created_at`,
        );
        const expected = groupLikes(
          stored.map(({ id, ref_id, created_at }) => ({
            id,
            postId: ref_id,
            at: new Date(created_at),
          })),
        );
        const shown = await fetchNotifications(app, author);
        expect(shown.map(({ sourceIds }) => sourceIds)).toEqual(
          expected.map((group) => group.map(({ id }) => id)),
        );
        expect(await countUnread(author)).toBe(expected.length);
      }),
      { seed: 20_261_115, numRuns: 40 },
    );
  });
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
      const at = Date.UTC(2026, 9, 1) + number * limits.likeBucketMs;
      await db.run(
        insertRows('notifications', [
          {
            user_id: author.id,
            type: 'like_agg',
            ref_id: post,
            sender_id: student.id,
            created_at: new Date(at).toISOString(),
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
