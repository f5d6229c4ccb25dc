import { deepStrictEqual } from 'node:assert';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { feedViewers } from '../bare/feed.ts';
import type { Case } from '../harness/case.ts';
import {
  compare,
  comparisonHeading,
  computeRatios,
  describeRatios,
  toComparisonRow,
} from '../harness/compare.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import type { LoadResult, Target } from '../harness/load.ts';
import { openSessions } from '../harness/log-in.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const minRatio = 0.9;
/** Of an unchanged page, relative to the full one. */
const minUnchangedRatio = 3;
const maxGrowth = 1.3;
const rounds = 9;

type Site = Awaited<ReturnType<typeof startSite>>;

export const feedCase: Case = {
  name: 'feed',
  description:
    'GET /api/posts with 20 posts, full and unchanged, compared with a bare route and one prepared select, among 1,000 to 1,000,000 posts',
  async run() {
    await using few = await startSite(1_000);
    await using many = await startSite(100_000);
    await using most = await startSite(1_000_000);
    const sites = [few, many, most];
    const targets: Record<string, Target | Target[]> = {};
    for (const site of sites) Object.assign(targets, await createTargets(site));
    const results = await runOnCore(cores.load, () => compare(targets, rounds));
    const getResults = (name: string) => results[name] as LoadResult[];

    const rows = sites.flatMap(({ posts }) =>
      feedViewers.flatMap((viewer) => {
        const [bare, ours, unchanged] = ['bare', 'ours', 'unchanged'].map((side) =>
          getResults(`${side} ${viewer} ${posts}`),
        ) as [LoadResult[], LoadResult[], LoadResult[]];
        const label = `${viewer}, ${posts.toLocaleString('en')} posts`;
        return [
          [...toComparisonRow(`bare route, ${label}`, bare), '1'],
          [
            ...toComparisonRow(`our server, ${label}`, ours),
            describeRatios(computeRatios(ours, bare)),
          ],
          [
            ...toComparisonRow(`our server, unchanged, ${label}`, unchanged),
            describeRatios(computeRatios(unchanged, bare)),
          ],
        ];
      }),
    );
    return {
      table: [[...comparisonHeading, 'relative to bare'], ...rows],
      requirements: feedViewers.flatMap((viewer) => {
        const findLowest = (ours: string, theirs: string) =>
          Math.min(
            ...sites.map(({ posts }) =>
              median(
                computeRatios(
                  getResults(`${ours} ${viewer} ${posts}`),
                  getResults(`${theirs} ${viewer} ${posts}`),
                ),
              ),
            ),
          );
        const lowest = findLowest('ours', 'bare');
        const unchanged = findLowest('unchanged', 'ours');
        const growth = median(
          computeRatios(
            getResults(`ours ${viewer} ${few.posts}`),
            getResults(`ours ${viewer} ${most.posts}`),
          ),
        );
        return [
          {
            text: `a ${viewer}'s page is served at ${lowest.toFixed(2)} times the rate of the bare route (at least ${minRatio})`,
            isMet: lowest >= minRatio,
          },
          {
            text: `a ${viewer}'s unchanged page is served at ${unchanged.toFixed(2)} times the rate of the full one (at least ${minUnchangedRatio})`,
            isMet: unchanged >= minUnchangedRatio,
          },
          {
            text: `a ${viewer}'s page costs ${growth.toFixed(2)} times as much with a million posts as with a thousand (at most ${maxGrowth})`,
            isMet: growth <= maxGrowth,
          },
        ];
      }),
    };
  },
};

/** A database with this many posts, with our server and the bare one on it. */
async function startSite(posts: number) {
  const core = cores.server;
  const database = await startProcess('database', { posts }, core);
  const app = await startProcess('app', database.ready, core);
  const bare = await startProcess('bare', database.ready, core);
  return {
    posts,
    app: app.ready,
    bare: bare.ready,
    async [Symbol.asyncDispose]() {
      for (const process of [bare, app, database]) await process[Symbol.asyncDispose]();
    },
  };
}

/** Checks that both servers of a site return the same page before they are compared. */
async function createTargets({
  posts,
  app,
  bare,
}: Site): Promise<Record<string, Target | Target[]>> {
  const targets: Record<string, Target | Target[]> = {};
  for (const viewer of feedViewers) {
    const sessions = await openSessions(app, demoAccounts[viewer].username);
    const ours = sessions.map((headers) => ({ url: `${app}/api/posts`, headers }));
    const theirs = { url: `${bare}/feed/${viewer}` };
    for (const target of ours) deepStrictEqual(await fetchPage(target), await fetchPage(theirs));
    targets[`bare ${viewer} ${posts}`] = theirs;
    targets[`ours ${viewer} ${posts}`] = ours;
    targets[`unchanged ${viewer} ${posts}`] = await Promise.all(ours.map(addEtag));
  }
  return targets;
}

/** The request of a device that has the page already. */
async function addEtag({
  url,
  headers,
}: Target & Required<Pick<Target, 'headers'>>): Promise<Target> {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  const etag = response.headers.get('etag') ?? '';
  return { url, headers: { ...headers, 'if-none-match': etag }, status: 304 };
}

/** The page without the file signatures, which the bare route leaves out. */
async function fetchPage({ url, headers = {} }: Target): Promise<unknown> {
  const text = await (await fetch(url, { headers })).text();
  return JSON.parse(text.replaceAll(/(\/uploads\/posts\/[^"?]+)\?[^"]+/g, '$1'), (key, value) =>
    key === 'createdAt' ? Date.parse(value) : value,
  );
}
