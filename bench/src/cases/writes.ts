import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import type { Case } from '../harness/case.ts';
import {
  compare,
  comparisonHeading,
  computeRatios,
  describeRatios,
  toComparisonRow,
} from '../harness/compare.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import type { Target } from '../harness/load.ts';
import { openSessions } from '../harness/log-in.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const minRatio = 0.5;
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

    const sessions = (await openSessions(app.ready, demoAccounts.teacher.username)).map(
      (headers) => ({
        ...headers,
        'content-type': 'application/json',
      }),
    );
    const body = JSON.stringify({ title: 'Ngày hội tái chế', content: 'Mang vỏ hộp sữa nhé.' });
    const createTargets = (url: string): Target[] =>
      sessions.map((headers) => ({ url, method: 'POST', headers, body }));
    const ids = await listLikeablePosts(app.ready, sessions[0] ?? {});
    const likeTargets = (address: string, path: string, postIds: number[]): Target[] => {
      const next = createLikeSequence(path, postIds);
      return sessions.map((headers) => ({ url: address, method: 'POST', headers, next }));
    };
    const { bareCreate, ourCreate, bareLike, ourLike } = await runOnCore(cores.load, () =>
      compare({
        bareCreate: createTargets(`${bare.ready}/posts`),
        ourCreate: createTargets(`${app.ready}/api/posts`),
        bareLike: likeTargets(
          bare.ready,
          '/posts',
          ids.filter((id) => id % 2 === 0),
        ),
        ourLike: likeTargets(
          app.ready,
          '/api/posts',
          ids.filter((id) => id % 2 === 1),
        ),
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

async function listLikeablePosts(
  address: string,
  headers: Record<string, string>,
): Promise<number[]> {
  const ids: number[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const query = before && `&before=${before}`;
    const response = await fetch(`${address}/api/posts?limit=100${query}`, { headers });
    const page = (await response.json()) as Page;
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
function createLikeSequence(path: string, ids: number[]) {
  let count = 0;
  return () => {
    const liked = Math.floor(count / ids.length) % 2 === 0;
    const id = ids[count++ % ids.length];
    return { path: `${path}/${id}/like`, body: JSON.stringify({ liked }) };
  };
}
