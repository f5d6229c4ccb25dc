import { deepStrictEqual } from 'node:assert';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { feedReaders } from '../bare/feed.ts';
import type { Case } from '../harness/case.ts';
import {
  compare,
  comparisonHeading,
  comparisonRow,
  describeRatios,
  ratiosOf,
} from '../harness/compare.ts';
import { cores, stayingOn } from '../harness/cores.ts';
import type { Figures, Target } from '../harness/load.ts';
import { logInOnAll } from '../harness/log-in.ts';
import { start } from '../harness/start.ts';
import { median } from '../harness/statistics.ts';

const leastRatio = 0.7;
const mostGrowth = 1.3;
const rounds = 9;

type Site = Awaited<ReturnType<typeof siteWith>>;

export const feed: Case = {
  name: 'feed',
  about:
    'GET /api/posts of 20 beside a bare route with one prepared select, from 1,000 posts to a million',
  async run() {
    await using few = await siteWith(1_000);
    await using many = await siteWith(100_000);
    await using most = await siteWith(1_000_000);
    const sites = [few, many, most];
    const targets: Record<string, Target | Target[]> = {};
    for (const site of sites) Object.assign(targets, await targetsOf(site));
    const figures = await stayingOn(cores.load, () => compare(targets, rounds));
    const of = (name: string) => figures[name] as Figures[];

    const rows = sites.flatMap(({ posts }) =>
      feedReaders.flatMap((reader) => {
        const [bare, ours] = [of(`bare ${reader} ${posts}`), of(`ours ${reader} ${posts}`)];
        const about = `${reader}, ${posts.toLocaleString('en')} posts`;
        return [
          [...comparisonRow(`bare route, ${about}`, bare), '1'],
          [...comparisonRow(`ours, ${about}`, ours), describeRatios(ratiosOf(ours, bare))],
        ];
      }),
    );
    return {
      table: [[...comparisonHeading, 'of bare'], ...rows],
      requirements: feedReaders.flatMap((reader) => {
        const ratios = sites.map(({ posts }) =>
          median(ratiosOf(of(`ours ${reader} ${posts}`), of(`bare ${reader} ${posts}`))),
        );
        const least = Math.min(...ratios);
        const growth = median(
          ratiosOf(of(`ours ${reader} ${few.posts}`), of(`ours ${reader} ${most.posts}`)),
        );
        return [
          {
            text: `a ${reader}'s page comes ${least.toFixed(2)} times as often as from the bare route (at least ${leastRatio})`,
            isMet: least >= leastRatio,
          },
          {
            text: `with a million posts a ${reader}'s page costs ${growth.toFixed(2)} times what it does with a thousand (at most ${mostGrowth})`,
            isMet: growth <= mostGrowth,
          },
        ];
      }),
    };
  },
};

/** A database with so many posts, with our server and the bare one on it. */
async function siteWith(posts: number) {
  const core = cores.server;
  const database = await start('database', { posts }, core);
  const app = await start('app', database.ready, core);
  const bare = await start('bare', database.ready, core);
  return {
    posts,
    app: app.ready,
    bare: bare.ready,
    async [Symbol.asyncDispose]() {
      for (const process of [bare, app, database]) await process[Symbol.asyncDispose]();
    },
  };
}

/** What to ask of a site, once its two servers have given the same answer. */
async function targetsOf({ posts, app, bare }: Site): Promise<Record<string, Target | Target[]>> {
  const targets: Record<string, Target | Target[]> = {};
  for (const reader of feedReaders) {
    const sessions = await logInOnAll(app, demoAccounts[reader].username);
    const ours = sessions.map((headers) => ({ url: `${app}/api/posts`, headers }));
    const theirs = { url: `${bare}/feed/${reader}` };
    for (const one of ours) deepStrictEqual(await pageOf(one), await pageOf(theirs));
    targets[`bare ${reader} ${posts}`] = theirs;
    targets[`ours ${reader} ${posts}`] = ours;
  }
  return targets;
}

/** The page without what the bare route leaves out: the signatures of files. */
async function pageOf({ url, headers = {} }: Target): Promise<unknown> {
  const text = await (await fetch(url, { headers })).text();
  return JSON.parse(text.replaceAll(/(\/uploads\/posts\/[^"?]+)\?[^"]+/g, '$1'), (key, value) =>
    key === 'createdAt' ? Date.parse(value) : value,
  );
}
