import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '../../../server/src/database/database.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { openSession } from '../../../server/src/features/auth/sessions.service.ts';
import { hashToken } from '../../../server/src/features/auth/tokens.ts';
import { prepareFeedStatement } from '../bare/feed.ts';
import { findTeacher } from '../bare/me.ts';
import type { Case } from '../harness/case.ts';
import { readCpuTimeMs } from '../harness/cpu-time.ts';
import { connectionCount } from '../harness/load.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const posts = 100_000;
const rounds = 6;
const requestsPerRound = 4_000;
/** One request in this many also writes a like. */
const requestsPerLike = 20;
const lagSamples = 50;
const maxCostRatio = 0.5;

export const replicaCase: Case = {
  name: 'replica',
  description: `the load that a read replica takes off the primary: feed pages, with one like per ${requestsPerLike} pages`,
  async run() {
    await using started = await startProcess('replicated', { posts });
    const [primary, follower] = [started.ready.primary, started.ready.replica].map((connection) =>
      openDatabase(connection, { max: connectionCount, acceptsReadOnly: true }),
    ) as [Database, Database];
    try {
      const sendRequest = await createRequestSender(primary);
      const costs = { primaryOnly: [] as Cost[], withReplica: [] as Cost[] };
      for (let round = 0; round < rounds; round++) {
        costs.primaryOnly.push(await measureCost(primary, follower, () => sendRequest(primary)));
        costs.withReplica.push(await measureCost(primary, follower, () => sendRequest(follower)));
      }
      const lags = await measureLags(primary, follower);
      const [costAlone, costWithReplica] = [costs.primaryOnly, costs.withReplica].map((samples) =>
        median(samples.map(({ primaryMs }) => primaryMs)),
      ) as [number, number];
      const costRatio = costWithReplica / costAlone;
      const toRow = (label: string, samples: Cost[]) => [
        label,
        ...[
          ({ primaryMs }: Cost) => primaryMs,
          ({ replicaMs }: Cost) => replicaMs,
          ({ primaryMs, replicaMs }: Cost) => primaryMs + replicaMs,
        ].map((pick) => median(samples.map(pick)).toFixed(2)),
      ];
      return {
        table: [
          ['CPU ms per request', 'primary', 'replica', 'both'],
          toRow('primary only', costs.primaryOnly),
          toRow('user from the primary, posts from the replica', costs.withReplica),
        ],
        notes: [
          `Replication lag: ${median(lags).toFixed(0)} ms (at most ${Math.max(...lags).toFixed(0)} ms in ${lagSamples} samples).`,
        ],
        requirements: [
          {
            text: `with a replica, a page costs the primary ${costRatio.toFixed(2)} times as much CPU time as without (at most ${maxCostRatio})`,
            isMet: costRatio <= maxCostRatio,
          },
        ],
      };
    } finally {
      for (const database of [follower, primary]) await database.close();
    }
  },
};

interface Cost {
  primaryMs: number;
  replicaMs: number;
}

/** The user is always read from the primary, so that permissions are never stale. */
async function createRequestSender(primary: Database) {
  const page = await prepareFeedStatement(primary, 'student');
  const { rows } = await primary.pool.query<{ id: number }>(
    'select id from users where username = $1',
    [demoAccounts.teacher.username],
  );
  const token = await openSession(primary.db, rows[0]?.id ?? 0);
  const session = { ...findTeacher, values: [hashToken(token)] };
  let requestCount = 0;
  return async (posts: Database) => {
    await primary.pool.query(session);
    await posts.pool.query(page);
    if (requestCount++ % requestsPerLike === 0) await likeRandomPost(primary);
  };
}

async function likeRandomPost({ pool }: Database): Promise<void> {
  await pool.query({
    name: 'like-any',
    text: `insert into likes (post_id, user_id)
      select id, author_id from posts where id >= (random() * (select max(id) from posts))::bigint order by id limit 1
      on conflict do nothing`,
  });
}

async function measureCost(
  primary: Database,
  follower: Database,
  sendRequest: () => Promise<void>,
) {
  const before = await Promise.all([primary, follower].map(({ pool }) => readCpuTimeMs(pool)));
  let remaining = requestsPerRound;
  const sendRequests = async () => {
    while (remaining-- > 0) await sendRequest();
  };
  await Promise.all(Array.from({ length: connectionCount }, sendRequests));
  const after = await Promise.all([primary, follower].map(({ pool }) => readCpuTimeMs(pool)));
  const [primaryMs = 0, replicaMs = 0] = after.map(
    (ms, index) => (ms - (before[index] ?? 0)) / requestsPerRound,
  );
  return { primaryMs, replicaMs };
}

/** How long it takes until a write on the primary is visible on the replica. */
async function measureLags(primary: Database, follower: Database): Promise<number[]> {
  const lags: number[] = [];
  while (lags.length < lagSamples) {
    const key = randomBytes(16).toString('hex');
    await primary.pool.query('insert into secrets (name, value) values ($1, $2)', [key, '\\x00']);
    const writtenAt = performance.now();
    const isReplicated = async () =>
      (await follower.pool.query('select from secrets where name = $1', [key])).rowCount === 1;
    while (!(await isReplicated()))
      if (performance.now() - writtenAt > 10_000)
        throw new Error('The write did not reach the replica');
    lags.push(performance.now() - writtenAt);
  }
  return lags;
}
