import { deepStrictEqual } from 'node:assert';
import type { ClientConfig } from 'pg';
import { openDatabase } from '../../../server/src/database/database.ts';
import { openSession } from '../../../server/src/features/auth/sessions.service.ts';
import type { Case } from '../harness/case.ts';
import {
  compare,
  comparisonHeading,
  computeRatios,
  describeRatios,
  toComparisonRow,
} from '../harness/compare.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import { connectionCount, type Target } from '../harness/load.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const minRatio = 0.7;
const posts = 10_000;

export const writesCase: Case = {
  name: 'writes',
  description:
    'creating and liking posts compared with bare routes and one prepared statement each',
  async run() {
    const core = cores.server;
    await using database = await startProcess('database', { posts }, core);
    await using app = await startProcess('app', database.ready, core);
    await using bare = await startProcess('bare', database.ready, core);

    const teachers = await logInTeachers(database.ready);
    const ours = teachers.map(({ headers }) => ({ url: `${app.ready}/api/posts`, headers }));
    const theirs = teachers.map(({ id }) => ({
      url: `${bare.ready}/users/${id}/posts`,
      headers: jsonHeaders,
    }));
    const idsByTeacher = await Promise.all(ours.map(listLikeablePosts));
    for (const [index, target] of ours.entries()) {
      await expectEqualResponses(target, theirs[index] as Target, idsByTeacher[index]?.[0] ?? 0);
    }
    /** Each side has its own posts, and each teacher starts at another one. */
    const likeTargets = (targets: Target[], remainder: number): Target[] =>
      targets.map((target, index) => {
        const ids = idsByTeacher[index]?.filter((id) => id % 2 === remainder) ?? [];
        const start = Math.floor((index / targets.length) * ids.length);
        const rotated = [...ids.slice(start), ...ids.slice(0, start)];
        return { ...target, method: 'POST', next: createLikeSequence(target.url, rotated) };
      });
    const { bareCreate, ourCreate, bareLike, ourLike } = await runOnCore(cores.load, () =>
      compare({
        bareCreate: theirs.map(toCreateTarget),
        ourCreate: ours.map(toCreateTarget),
        bareLike: likeTargets(theirs, 0),
        ourLike: likeTargets(ours, 1),
      }),
    );
    const [created, liked] = [
      computeRatios(ourCreate, bareCreate),
      computeRatios(ourLike, bareLike),
    ];
    return {
      table: [
        [...comparisonHeading, 'relative to bare'],
        [...toComparisonRow('bare route, one insert', bareCreate), '1'],
        [...toComparisonRow('our server, `POST /api/posts`', ourCreate), describeRatios(created)],
        [...toComparisonRow('bare route, one like', bareLike), '1'],
        [
          ...toComparisonRow('our server, `POST /api/posts/{id}/like`', ourLike),
          describeRatios(liked),
        ],
      ],
      requirements: [
        { text: 'creating a post', ratio: median(created) },
        { text: 'liking a post', ratio: median(liked) },
      ].map(({ text, ratio }) => ({
        text: `${text} runs at ${ratio.toFixed(2)} times the rate of the bare route (at least ${minRatio})`,
        isMet: ratio >= minRatio,
      })),
    };
  },
};

const jsonHeaders = { 'content-type': 'application/json' };

/** One teacher per connection: a user has only a few writes in progress at a time. */
async function logInTeachers(connection: ClientConfig) {
  const database = openDatabase(connection);
  const { rows } = await database.pool.query<{ id: number }>(
    "select id from users where role = 'Teacher' order by id limit $1",
    [connectionCount],
  );
  const teachers = await Promise.all(
    rows.map(async ({ id }) => {
      const authorization = `Bearer ${await openSession(database.db, id)}`;
      return { id, headers: { ...jsonHeaders, authorization } };
    }),
  );
  await database.close();
  return teachers;
}

function toCreateTarget(target: Target): Target {
  const body = JSON.stringify({ title: 'Ngày hội tái chế', content: 'Mang vỏ hộp sữa nhé.' });
  return { ...target, method: 'POST', body };
}

async function expectEqualResponses(ours: Target, theirs: Target, likedId: number): Promise<void> {
  const create = async (target: Target) => {
    const {
      id: _id,
      createdAt: _createdAt,
      ...post
    } = await fetchJson<Record<string, unknown>>(toCreateTarget(target));
    return post;
  };
  deepStrictEqual(await create(ours), await create(theirs));
  for (const liked of [true, false]) {
    const like = (target: Target) =>
      fetchJson({
        ...target,
        url: `${target.url}/${likedId}/like`,
        method: 'POST',
        body: JSON.stringify({ liked }),
      });
    deepStrictEqual(await like(ours), await like(theirs));
  }
}

async function fetchJson<T>({ url, method = 'GET', headers = {}, body = null }: Target) {
  const response = await fetch(url, { method, headers, body });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return (await response.json()) as T;
}

async function listLikeablePosts(target: Target): Promise<number[]> {
  const ids: number[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const query = before && `&before=${before}`;
    const page: Page = await fetchJson({ ...target, url: `${target.url}?limit=100${query}` });
    ids.push(...page.posts.filter(({ approved }) => approved).map(({ id }) => id));
    before = page.next;
  }
  return ids;
}

interface Page {
  posts: { id: number; approved: boolean }[];
  next: string | null;
}

/** Likes all posts in turn, then unlikes them, so that every request writes. */
function createLikeSequence(url: string, ids: number[]) {
  const { pathname } = new URL(url);
  let count = 0;
  return () => {
    const liked = Math.floor(count / ids.length) % 2 === 0;
    const id = ids[count++ % ids.length];
    return { path: `${pathname}/${id}/like`, body: JSON.stringify({ liked }) };
  };
}
