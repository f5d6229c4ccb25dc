import { deepStrictEqual } from 'node:assert';
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
import { openSessions } from '../harness/log-in.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const minRatio = 0.6;

export const meCase: Case = {
  name: 'me',
  description:
    'GET /api/auth/me compared with a bare Fastify route and one prepared select, on one core',
  async run() {
    const core = cores.server;
    await using database = await startProcess('database', { posts: 0 }, core);
    await using app = await startProcess('app', database.ready, core);
    await using bare = await startProcess('bare', database.ready, core);

    const sessions = await openSessions(app.ready, demoAccounts.teacher.username);
    const targets = {
      selectOne: { url: `${bare.ready}/one` },
      bare: sessions.map((headers) => ({ url: `${bare.ready}/me`, headers })),
      ours: sessions.map((headers) => ({ url: `${app.ready}/api/auth/me`, headers })),
    };
    deepStrictEqual(await fetchAll(targets.ours), await fetchAll(targets.bare));

    const { selectOne, bare: theirs, ours } = await runOnCore(cores.load, () => compare(targets));
    const ratios = computeRatios(ours, theirs);
    const ratio = median(ratios);
    return {
      table: [
        [...comparisonHeading, 'relative to bare'],
        [
          ...toComparisonRow('bare route, `select 1`', selectOne),
          describeRatios(computeRatios(selectOne, theirs)),
        ],
        [...toComparisonRow('bare route, the same select', theirs), '1'],
        [...toComparisonRow('our server, `GET /api/auth/me`', ours), describeRatios(ratios)],
      ],
      requirements: [
        {
          text: `our server handles ${ratio.toFixed(2)} times the requests of the bare route (at least ${minRatio})`,
          isMet: ratio >= minRatio,
        },
      ],
    };
  },
};

function fetchAll(targets: { url: string; headers: Record<string, string> }[]): Promise<unknown[]> {
  return Promise.all(
    targets.map(async ({ url, headers }) => (await fetch(url, { headers })).json()),
  );
}
