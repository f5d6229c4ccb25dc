import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '../../../server/src/database/database.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { hashToken, openSession } from '../../../server/src/http/authentication.ts';
import { feedStatement } from '../bare/feed.ts';
import { findTeacher } from '../bare/me.ts';
import type { Case } from '../harness/case.ts';
import { connections } from '../harness/load.ts';
import { processorOf } from '../harness/processor.ts';
import { start } from '../harness/start.ts';
import { median } from '../harness/statistics.ts';

const posts = 100_000;
const rounds = 6;
const pagesInRound = 4_000;
/** One of so many calls is a like. */
const readsToALike = 20;
const looksForLag = 50;
const mostLeft = 0.5;

export const replica: Case = {
  name: 'replica',
  about: `what a read replica takes off the primary: pages of the feed with a like for each ${readsToALike}`,
  async run() {
    await using started = await start('replicated', { posts });
    const [primary, follower] = [started.ready.primary, started.ready.replica].map((connection) =>
      openDatabase(connection, { max: connections }),
    ) as [Database, Database];
    try {
      const call = await callsOf(primary);
      const costs = { alone: [] as Cost[], replicated: [] as Cost[] };
      for (let round = 0; round < rounds; round++) {
        costs.alone.push(await costOf(primary, follower, () => call(primary)));
        costs.replicated.push(await costOf(primary, follower, () => call(follower)));
      }
      const lags = await lagsOf(primary, follower);
      const [alone, beside] = [costs.alone, costs.replicated].map((found) =>
        median(found.map(({ ofPrimary }) => ofPrimary)),
      ) as [number, number];
      const left = beside / alone;
      const row = (label: string, found: Cost[]) => [
        label,
        ...[
          ({ ofPrimary }: Cost) => ofPrimary,
          ({ ofReplica }: Cost) => ofReplica,
          ({ ofPrimary, ofReplica }: Cost) => ofPrimary + ofReplica,
        ].map((pick) => median(found.map(pick)).toFixed(2)),
      ];
      return {
        table: [
          ['milliseconds of processor for a call, from', 'primary', 'replica', 'both'],
          row('the primary alone', costs.alone),
          row('the primary who asks, the replica the posts', costs.replicated),
        ],
        notes: [
          `What is written shows on the replica after ${median(lags).toFixed(0)} ms (${Math.max(...lags).toFixed(0)} at the longest of ${looksForLag}).`,
        ],
        requirements: [
          {
            text: `beside a replica a page costs the primary ${left.toFixed(2)} times what it does alone (at most ${mostLeft})`,
            isMet: left <= mostLeft,
          },
        ],
      };
    } finally {
      for (const database of [follower, primary]) await database.close();
    }
  },
};

interface Cost {
  ofPrimary: number;
  ofReplica: number;
}

/** Who asks always comes from the primary: the rights must be those of the moment. */
async function callsOf(primary: Database) {
  const page = await feedStatement(primary, 'student');
  const { rows } = await primary.pool.query<{ id: number }>(
    'select id from users where username = $1',
    [demoAccounts.teacher.username],
  );
  const token = await openSession(primary.db, rows[0]?.id ?? 0);
  const session = { ...findTeacher, values: [hashToken(token)] };
  let calls = 0;
  return async (posts: Database) => {
    await primary.pool.query(session);
    await posts.pool.query(page);
    if (calls++ % readsToALike === 0) await like(primary);
  };
}

async function like({ pool }: Database): Promise<void> {
  await pool.query({
    name: 'like-any',
    text: `insert into likes (post_id, user_id)
      select id, author_id from posts where id >= (random() * (select max(id) from posts))::bigint order by id limit 1
      on conflict do nothing`,
  });
}

async function costOf(primary: Database, follower: Database, call: () => Promise<void>) {
  const before = await Promise.all([primary, follower].map(({ pool }) => processorOf(pool)));
  let left = pagesInRound;
  const askAgainAndAgain = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: connections }, askAgainAndAgain));
  const after = await Promise.all([primary, follower].map(({ pool }) => processorOf(pool)));
  const [ofPrimary = 0, ofReplica = 0] = after.map(
    (ms, at) => (ms - (before[at] ?? 0)) / pagesInRound,
  );
  return { ofPrimary, ofReplica };
}

/** How long something written on the primary is not yet seen on its replica. */
async function lagsOf(primary: Database, follower: Database): Promise<number[]> {
  const lags: number[] = [];
  while (lags.length < looksForLag) {
    const key = randomBytes(16).toString('hex');
    await primary.pool.query('insert into secrets (name, value) values ($1, $2)', [key, '\\x00']);
    const writtenAt = performance.now();
    const isSeen = async () =>
      (await follower.pool.query('select from secrets where name = $1', [key])).rowCount === 1;
    while (!(await isSeen())) if (performance.now() - writtenAt > 10_000) throw new Error('no lag');
    lags.push(performance.now() - writtenAt);
  }
  return lags;
}
