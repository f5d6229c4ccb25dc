import { deepStrictEqual } from 'node:assert';
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
import { logInOnAll } from '../harness/log-in.ts';
import { start } from '../harness/start.ts';
import { median } from '../harness/statistics.ts';

const leastRatio = 0.6;

export const me: Case = {
  name: 'me',
  about: 'GET /api/auth/me beside a bare Fastify route with one prepared select, on one core',
  async run() {
    const core = cores.server;
    await using database = await start('database', { posts: 0 }, core);
    await using app = await start('app', database.ready, core);
    await using bare = await start('bare', database.ready, core);

    const sessions = await logInOnAll(app.ready, demoAccounts.teacher.username);
    const targets = {
      one: { url: `${bare.ready}/one` },
      bare: sessions.map((headers) => ({ url: `${bare.ready}/me`, headers })),
      ours: sessions.map((headers) => ({ url: `${app.ready}/api/auth/me`, headers })),
    };
    deepStrictEqual(await readAll(targets.ours), await readAll(targets.bare));

    const { one, bare: theirs, ours } = await stayingOn(cores.load, () => compare(targets));
    const ratios = ratiosOf(ours, theirs);
    const ratio = median(ratios);
    return {
      table: [
        [...comparisonHeading, 'of bare'],
        [...comparisonRow('bare route, `select 1`', one), describeRatios(ratiosOf(one, theirs))],
        [...comparisonRow('bare route, the same select', theirs), '1'],
        [...comparisonRow('ours, `GET /api/auth/me`', ours), describeRatios(ratios)],
      ],
      requirements: [
        {
          text: `ours answers ${ratio.toFixed(2)} times what the bare route does (at least ${leastRatio})`,
          isMet: ratio >= leastRatio,
        },
      ],
    };
  },
};

function readAll(targets: { url: string; headers: Record<string, string> }[]): Promise<unknown[]> {
  return Promise.all(
    targets.map(async ({ url, headers }) => (await fetch(url, { headers })).json()),
  );
}
