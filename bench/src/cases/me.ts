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
import type { Target } from '../harness/load.ts';
import { logIn } from '../harness/log-in.ts';
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

    const headers = await logIn(app.ready, demoAccounts.teacher.username);
    const targets = {
      one: { url: `${bare.ready}/one` },
      bare: { url: `${bare.ready}/me`, headers },
      ours: { url: `${app.ready}/api/auth/me`, headers },
    };
    deepStrictEqual(await read(targets.ours), await read(targets.bare));

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

async function read({ url, headers = {} }: Target): Promise<unknown> {
  const answer = await fetch(url, { headers });
  return answer.json();
}
