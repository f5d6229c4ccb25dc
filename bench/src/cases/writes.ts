import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import type { Case } from '../harness/case.ts';
import {
  compare,
  comparisonHeading,
  comparisonRow,
  describeRatios,
  ratiosOf,
} from '../harness/compare.ts';
import { cores, stayingOn } from '../harness/cores.ts';
import type { Target } from '../harness/load.ts';
import { logInOnAll } from '../harness/log-in.ts';
import { start } from '../harness/start.ts';
import { median } from '../harness/statistics.ts';

const leastRatio = 0.5;
const posts = 10_000;

export const writes: Case = {
  name: 'writes',
  about: 'creating a post and liking one beside bare routes with one prepared statement each',
  async run() {
    const core = cores.server;
    await using database = await start('database', { posts }, core);
    await using app = await start('app', database.ready, core);
    await using bare = await start('bare', database.ready, core);

    const sessions = (await logInOnAll(app.ready, demoAccounts.teacher.username)).map(
      (headers) => ({
        ...headers,
        'content-type': 'application/json',
      }),
    );
    const body = JSON.stringify({ title: 'Ngày hội tái chế', content: 'Mang vỏ hộp sữa nhé.' });
    const create = (url: string): Target[] =>
      sessions.map((headers) => ({ url, method: 'POST', headers, body }));
    const ids = await readable(app.ready, sessions[0] ?? {});
    const like = (address: string, path: string, liked: number[]): Target[] => {
      const next = likesInTurn(path, liked);
      return sessions.map((headers) => ({ url: address, method: 'POST', headers, next }));
    };
    const { bareCreate, ourCreate, bareLike, ourLike } = await stayingOn(cores.load, () =>
      compare({
        bareCreate: create(`${bare.ready}/posts`),
        ourCreate: create(`${app.ready}/api/posts`),
        bareLike: like(
          bare.ready,
          '/posts',
          ids.filter((id) => id % 2 === 0),
        ),
        ourLike: like(
          app.ready,
          '/api/posts',
          ids.filter((id) => id % 2 === 1),
        ),
      }),
    );
    const [created, liked] = [ratiosOf(ourCreate, bareCreate), ratiosOf(ourLike, bareLike)];
    return {
      table: [
        [...comparisonHeading, 'of bare'],
        [...comparisonRow('bare route, one insert', bareCreate), '1'],
        [...comparisonRow('ours, `POST /api/posts`', ourCreate), describeRatios(created)],
        [...comparisonRow('bare route, one like', bareLike), '1'],
        [...comparisonRow('ours, `POST /api/posts/{id}/like`', ourLike), describeRatios(liked)],
      ],
      requirements: [
        { text: 'creating a post', ratio: median(created) },
        { text: 'liking one', ratio: median(liked) },
      ].map(({ text, ratio }) => ({
        text: `${text} goes ${ratio.toFixed(2)} times as often as on the bare route (at least ${leastRatio})`,
        isMet: ratio >= leastRatio,
      })),
    };
  },
};

/** The posts that the teacher may like. */
async function readable(address: string, headers: Record<string, string>): Promise<number[]> {
  const ids: number[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const query = before && `&before=${before}`;
    const answer = await fetch(`${address}/api/posts?limit=100${query}`, { headers });
    const page = (await answer.json()) as Page;
    ids.push(...page.posts.filter(({ approved }) => approved).map(({ id }) => id));
    before = page.next;
  }
  return ids;
}

interface Page {
  posts: { id: number; approved: boolean }[];
  next: string | null;
}

/** Likes each post in turn and then takes the likes back, so that every request writes. */
function likesInTurn(path: string, ids: number[]) {
  let turn = 0;
  return () => {
    const liked = Math.floor(turn / ids.length) % 2 === 0;
    const id = ids[turn++ % ids.length];
    return { path: `${path}/${id}/like`, body: JSON.stringify({ liked }) };
  };
}
