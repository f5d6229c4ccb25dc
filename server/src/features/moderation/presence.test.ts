import type { BodyOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import { moderation } from '@lop-xanh/contract/moderation';
import { posts } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import {
  addTwoSchools,
  addUser,
  insertRow,
  type TestUser,
  type TwoSchools,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const otherServer = await makeTestApp(database);

type Presence = BodyOf<typeof moderation.presence>;

let world: TwoSchools;
let ours: TwoSchools['ours'];
let lan: TestUser;
beforeEach(async () => {
  world = await addTwoSchools(database);
  ours = world.ours;
  const name = { last_name: 'Vũ Thị', first_name: 'Lan' };
  lan = await addUser(database, { role: 'Mod', school_id: ours.schoolId, ...name });
});

async function updatePresence(
  user: TestUser,
  { viewing = null, items = [] }: Partial<Presence> = {},
): Promise<ResponseOf<typeof moderation.presence>> {
  const { status, body } = await request(app, moderation.presence, {
    token: user.token,
    body: { viewing, items },
  });
  expect(status).toBe(200);
  return body;
}

const pendingPost = () => ({ kind: 'post', id: ours.pendingPost }) as const;
const seenPost = (version = 1) => ({ ...pendingPost(), version });

const decide = (user: TestUser, decision: 'approve' | 'reject', server = app) =>
  request(server, posts[decision], {
    token: user.token,
    params: { id: ours.pendingPost },
    body: { version: 1 },
  });

const addComment = (fields: object) =>
  insertRow(db, 'comments', {
    school_id: ours.schoolId,
    post_id: ours.post,
    user_id: ours.student.id,
    text: 'Lời',
    ...fields,
  });

test('what a Mod looks at is taken for the other Mods of the school, in the queue too', async () => {
  expect((await updatePresence(lan, { viewing: pendingPost() })).taken).toEqual([]);
  const { taken } = await updatePresence(ours.mod);
  expect(taken).toEqual([{ ...pendingPost(), by: 'Vũ Thị Lan' }]);
  const readTakenBy = async (user: TestUser) => {
    const { body } = await request(app, moderation.queue, {
      token: user.token,
      query: {} as never,
    });
    return body.items[0]?.taken_by;
  };
  expect(await readTakenBy(ours.mod)).toBe('Vũ Thị Lan');
  expect(await readTakenBy(lan)).toBeNull();
  expect((await updatePresence(world.theirs.mod)).taken).toEqual([]);
});

test('an item is free again when its Mod looks at another one, at nothing, or is gone', async () => {
  const id = await addComment({ status: 'held' });
  await updatePresence(lan, { viewing: pendingPost() });
  await updatePresence(lan, { viewing: { kind: 'held', id } });
  expect((await updatePresence(ours.mod)).taken).toMatchObject([{ kind: 'held', id }]);
  await db.run(sql`
    update moderation_presence
    set seen_at = now() - make_interval(secs => ${limits.presenceMs / 1000 + 1})`);
  expect((await updatePresence(ours.mod)).taken).toEqual([]);
  await updatePresence(lan, { viewing: pendingPost() });
  await updatePresence(lan, { viewing: null });
  expect((await updatePresence(ours.mod)).taken).toEqual([]);
});

test('an item that waits unchanged is not gone', async () => {
  const held = await addComment({ status: 'held' });
  const reported = await addComment({ reported_at: new Date().toISOString() });
  const { gone, counts } = await updatePresence(ours.mod, {
    items: [
      seenPost(),
      { kind: 'held', id: held, version: 1 },
      { kind: 'reported', id: reported, version: 1 },
    ],
  });
  expect(gone).toEqual([]);
  expect(counts).toEqual({ post: 1, held: 1, reported: 1 });
});

test('a decided post is gone, with the name of who decided; an edited one without', async () => {
  await request(app, posts.edit, {
    token: ours.teacher.token,
    params: { id: ours.pendingPost },
    body: { title: 'Sửa', content: 'Mới' },
  });
  const edited = await updatePresence(ours.mod, { items: [seenPost(1)] });
  expect(edited.gone).toEqual([{ ...pendingPost(), by: null }]);
  expect((await updatePresence(ours.mod, { items: [seenPost(2)] })).gone).toEqual([]);
  await request(app, posts.approve, { token: lan.token, params: { id: ours.pendingPost } });
  const decided = await updatePresence(ours.mod, { items: [seenPost(2)] });
  expect(decided.gone).toEqual([{ ...pendingPost(), by: 'Vũ Thị Lan' }]);
});

test('a comment that was decided or deleted is gone', async () => {
  const hidden = await addComment({ status: 'hidden', reason: 'Không hợp', decided_by: lan.id });
  const kept = await addComment({ version: 2, decided_by: lan.id });
  const { gone } = await updatePresence(ours.mod, {
    items: [
      { kind: 'held', id: hidden, version: 1 },
      { kind: 'reported', id: kept, version: 1 },
      { kind: 'reported', id: 999_999_999, version: 1 },
    ],
  });
  expect(gone.toSorted((one, other) => one.id - other.id)).toEqual([
    { kind: 'held', id: hidden, by: 'Vũ Thị Lan' },
    { kind: 'reported', id: kept, by: 'Vũ Thị Lan' },
    { kind: 'reported', id: 999_999_999, by: null },
  ]);
});

test('an item of another school looks like a deleted one', async () => {
  const { theirs } = world;
  await request(app, posts.approve, {
    token: theirs.mod.token,
    params: { id: theirs.pendingPost },
  });
  const item = { kind: 'post', id: theirs.pendingPost } as const;
  const { gone } = await updatePresence(ours.mod, { items: [{ ...item, version: 1 }] });
  expect(gone).toEqual([{ ...item, by: null }]);
});

test('of two Mods who decide at once one wins, and the other learns who', async () => {
  const responses = await Promise.all([
    decide(ours.mod, 'approve'),
    decide(lan, 'reject', otherServer),
  ]);
  const statuses = responses.map(({ status }) => status);
  expect(statuses).toEqual(expect.arrayContaining([200, 409]));
  const [winner, loser] = statuses[0] === 200 ? [ours.mod, lan] : [lan, ours.mod];
  const { gone } = await updatePresence(loser, { items: [seenPost()] });
  const winnerName = winner === lan ? 'Vũ Thị Lan' : 'An';
  expect(gone).toEqual([{ ...pendingPost(), by: winnerName }]);
});
