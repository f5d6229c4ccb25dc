import { strictEqual } from 'node:assert';
import { notifications } from '../../../contract/src/notifications.ts';
import { type Database, openDatabase } from '../../../server/src/database/database.ts';
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
import type { Target } from '../harness/load.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const sizes = { small: 100_000, large: 10_000_000 };
/** How many users request in turn, spread over all. */
const userCount = 280;
const maxRatio = 1.3;

const labels = { page: 'a page', unread: 'the unread count' };
type Kind = keyof typeof labels;
const kinds = Object.keys(labels) as Kind[];

export const notificationsCase: Case = {
  name: 'notifications',
  description:
    'a user’s page and unread count among 10,000,000 notifications compared with 100,000',
  async run() {
    const core = cores.server;
    await using small = await startProcess('database', { notifications: sizes.small }, core);
    await using large = await startProcess('database', { notifications: sizes.large }, core);
    await using smallApp = await startProcess('app', small.ready, core);
    await using largeApp = await startProcess('app', large.ready, core);
    const [smallDatabase, largeDatabase] = [openDatabase(small.ready), openDatabase(large.ready)];
    const smallTargets = await createTargets(smallDatabase, smallApp.ready);
    const largeTargets = await createTargets(largeDatabase, largeApp.ready);
    await smallDatabase.close();
    await largeDatabase.close();
    await expectFullResponses(smallTargets);
    await expectFullResponses(largeTargets);
    const measured = await runOnCore(cores.load, () =>
      compare(
        Object.fromEntries(
          kinds.flatMap((kind) => [
            [`small ${kind}`, smallTargets[kind]],
            [`large ${kind}`, largeTargets[kind]],
          ]),
        ),
      ),
    );
    const results = kinds.map((kind) => {
      const [small = [], large = []] = [measured[`small ${kind}`], measured[`large ${kind}`]];
      // The cost ratio is the inverse of the ratio of rates.
      return { kind, small, large, ratios: computeRatios(small, large) };
    });
    const toLabel = (kind: Kind, size: number) =>
      `${labels[kind]}, ${size.toLocaleString('en')} notifications`;
    return {
      table: [
        [...comparisonHeading, 'cost relative to 1/100 of the data'],
        ...results.flatMap(({ kind, small, large, ratios }) => [
          [...toComparisonRow(toLabel(kind, sizes.small), small), '1'],
          [...toComparisonRow(toLabel(kind, sizes.large), large), describeRatios(ratios)],
        ]),
      ],
      requirements: results.map(({ kind, ratios }) => ({
        text: `${labels[kind]} costs ${median(ratios).toFixed(2)} times as much with 100 times the data (at most ${maxRatio})`,
        isMet: median(ratios) <= maxRatio,
      })),
    };
  },
};

async function createTargets(
  { db, pool }: Database,
  address: string,
): Promise<Record<Kind, Target[]>> {
  const { rows } = await pool.query<{ id: number }>(
    `select min(id) as id from (
       select id, ntile(${userCount}) over (order by id) as part from users
       where username like 'nguoi.%'
     ) candidate group by part`,
  );
  const sessions = rows.map(async ({ id }) => ({
    authorization: `Bearer ${await openSession(db, id)}`,
  }));
  const targets = (query: string) =>
    Promise.all(
      sessions.map(async (headers) => ({
        url: `${address}${notifications.list.path}${query}`,
        headers: await headers,
      })),
    );
  // The unread dot requests the count together with one item.
  return { page: await targets(''), unread: await targets('?limit=1') };
}

/** An empty response would be fast for the wrong reason. */
async function expectFullResponses({ page }: Record<Kind, Target[]>): Promise<void> {
  const { url, headers = {} } = page.at(-1) as Target;
  const response = await fetch(url, { headers });
  const { notifications: list, unread } = (await response.json()) as {
    notifications: unknown[];
    unread: number;
  };
  strictEqual(list.length, 20);
  strictEqual(unread, 12);
}
