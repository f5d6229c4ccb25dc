import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { SeededRandom } from './testing/action.ts';
import { openCheckedDatabase } from './testing/checked-database.ts';
import { Cluster, repairTimeoutMs } from './testing/cluster/cluster.ts';
import { ClusterClient } from './testing/cluster/cluster-client.ts';
import { faults } from './testing/cluster/faults.ts';
import { History } from './testing/cluster/history.ts';
import { ClusterLoad } from './testing/cluster/load.ts';

const count = Number(process.env.CLUSTER_FAULTS);
const seed = Number(process.env.CLUSTER_SEED);
const maxRecoveryMs = 20_000;
/** Some faults are noticed late, such as a lost leader of etcd. */
const watchMs = 6_000;

/** Needs etcd, Patroni, haproxy and nginx: `npm run cluster`. */
test(`over ${count} faults nothing acknowledged is lost, and every result has its place in one order (seed ${seed})`, {
  timeout: (count + 1) * 2 * repairTimeoutMs,
}, async () => {
  const cluster = new Cluster();
  await cluster.start();
  expect(await cluster.acknowledgesWithoutStandby()).toBe(false);
  const history = new History();
  const client = new ClusterClient(cluster.address);
  const load = new ClusterLoad(client, seed, history);
  await load.begin();
  const random = new SeededRandom(seed);
  const recoveries: { fault: string; recoveryMs: number; longestGapMs: number }[] = [];
  const waitForWrite = async (since: number) => {
    const options = { timeout: repairTimeoutMs, interval: 50 };
    await expect.poll(() => history.findWriteSince(since), options).toBeDefined();
    return history.findWriteSince(since) as number;
  };

  for (let round: string[] = []; recoveries.length < count; ) {
    if (round.length === 0) round = random.shuffle(Object.keys(faults));
    const fault = round.pop() as string;
    await load.beginRound();
    await waitForWrite(performance.now());
    const startedAt = performance.now();
    const repair = await faults[fault]?.(cluster, random.next);
    const brokenAt = performance.now();
    const recoveryMs = Math.round((await waitForWrite(brokenAt)) - brokenAt);
    await waitForWrite(brokenAt + watchMs);
    await repair?.();
    const repairedAt = performance.now();
    await cluster.waitUntilWhole();
    const wholeMs = Math.round(performance.now() - repairedAt);
    await waitForWrite(performance.now());
    const longestGapMs = Math.round(history.findLongestGap(startedAt));
    recoveries.push({ fault, recoveryMs, longestGapMs });
    process.stdout.write(
      `${recoveries.length}. ${fault}: ${recoveryMs} ms, longest gap ${longestGapMs} ms, whole ${wholeMs} ms after the repair\n`,
    );
  }
  await load.end();
  process.stdout.write(`${JSON.stringify(history.counts)}\n`);

  expect(client.unexpected).toEqual([]);
  expect(history.findViolations()).toEqual([]);
  expect(recoveries.filter(({ longestGapMs }) => longestGapMs >= maxRecoveryMs)).toEqual([]);
  expect(history.counts.writes).toBeGreaterThan(count * 20);

  const { db } = openCheckedDatabase(await cluster.connection(), onTestFinished);
  const titles = await db.values(
    z.string(),
    sql`select title from posts where title like ${`s${seed}n%`}`,
  );
  expect(new Set(titles).size).toBe(titles.length);
  const stored = new Set(titles);
  const lost = [...load.posts].filter(
    ([title, state]) => state === 'acknowledged' && !stored.has(title),
  );
  expect(lost).toEqual([]);
  expect(titles.filter((title) => !load.posts.has(title))).toEqual([]);
});
