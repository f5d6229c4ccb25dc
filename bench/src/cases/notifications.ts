import { strictEqual } from 'node:assert';
import { notifications as calls } from '../../../contract/src/notifications.ts';
import { type Database, openDatabase } from '../../../server/src/database/database.ts';
import { openSession } from '../../../server/src/http/authentication.ts';
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
import { start } from '../harness/start.ts';
import { median } from '../harness/statistics.ts';

const sizes = { few: 100_000, many: 10_000_000 };
/** So many readers ask in turn, spread over all there are. */
const different = 280;
const mostRatio = 1.3;

const kinds = { page: 'a page', unread: 'the unread count' };
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];

export const notifications: Case = {
  name: 'notifications',
  about: 'a reader’s page and unread count among 10,000,000 notifications beside 100,000',
  async run() {
    const core = cores.server;
    await using small = await start('database', { notifications: sizes.few }, core);
    await using large = await start('database', { notifications: sizes.many }, core);
    await using smallApp = await start('app', small.ready, core);
    await using largeApp = await start('app', large.ready, core);
    const [smallDatabase, largeDatabase] = [openDatabase(small.ready), openDatabase(large.ready)];
    const few = await targetsOf(smallDatabase, smallApp.ready);
    const many = await targetsOf(largeDatabase, largeApp.ready);
    await smallDatabase.close();
    await largeDatabase.close();
    await expectWholeAnswers(few);
    await expectWholeAnswers(many);
    const measured = await stayingOn(cores.load, () =>
      compare(
        Object.fromEntries(
          names.flatMap((kind) => [
            [`few ${kind}`, few[kind]],
            [`many ${kind}`, many[kind]],
          ]),
        ),
      ),
    );
    const results = names.map((kind) => {
      const [ofFew = [], ofMany = []] = [measured[`few ${kind}`], measured[`many ${kind}`]];
      // What one request costs here beside there is what can be answered there beside here.
      return { kind, ofFew, ofMany, ratios: ratiosOf(ofFew, ofMany) };
    });
    const among = (kind: Kind, size: number) => `${kinds[kind]}, of ${size.toLocaleString('en')}`;
    return {
      table: [
        [...comparisonHeading, 'cost beside a hundredth'],
        ...results.flatMap(({ kind, ofFew, ofMany, ratios }) => [
          [...comparisonRow(among(kind, sizes.few), ofFew), '1'],
          [...comparisonRow(among(kind, sizes.many), ofMany), describeRatios(ratios)],
        ]),
      ],
      requirements: results.map(({ kind, ratios }) => ({
        text: `${kinds[kind]} costs ${median(ratios).toFixed(2)} times as much (at most ${mostRatio})`,
        isMet: median(ratios) <= mostRatio,
      })),
    };
  },
};

async function targetsOf({ db, pool }: Database, address: string): Promise<Record<Kind, Target[]>> {
  const { rows } = await pool.query<{ id: number }>(
    `select min(id) as id from (
       select id, ntile(${different}) over (order by id) as part from users
       where username like 'nguoi.%'
     ) reader group by part`,
  );
  const readers = rows.map(async ({ id }) => ({
    authorization: `Bearer ${await openSession(db, id)}`,
  }));
  const targets = (query: string) =>
    Promise.all(
      readers.map(async (headers) => ({
        url: `${address}${calls.list.path}${query}`,
        headers: await headers,
      })),
    );
  // What the dot asks for: the count, with one item beside it.
  return { page: await targets(''), unread: await targets('?limit=1') };
}

/** A quick answer would be no wonder if it were an empty one. */
async function expectWholeAnswers({ page }: Record<Kind, Target[]>): Promise<void> {
  const { url, headers = {} } = page.at(-1) as Target;
  const answer = await fetch(url, { headers });
  const { notifications: list, unread } = (await answer.json()) as {
    notifications: unknown[];
    unread: number;
  };
  strictEqual(list.length, 20);
  strictEqual(unread, 12);
}
