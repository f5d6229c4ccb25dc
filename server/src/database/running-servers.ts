import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';

const intervalMs = 250;

/**
 * Waits until no other server or command uses the database, because a migration may change what the version before
 * relies on. `report` is called with those that are left. A server that nobody has used for ten seconds has no session
 * and is not noticed.
 */
export async function waitForOtherServers(
  client: pg.Client,
  { report, timeoutMs }: { report: (text: string) => void; timeoutMs: number },
): Promise<void> {
  const startedAt = performance.now();
  let reported = '';
  for (let left = await findOthers(client); left; left = await findOthers(client)) {
    if (performance.now() - startedAt > timeoutMs) {
      throw new OperatorError(
        `The database was not migrated: after ${timeoutMs / 1_000} seconds other servers still used it (${left}). Stop them, then start again.`,
      );
    }
    if (left !== reported) report(`Waiting until the other servers have stopped (${left})`);
    reported = left;
    await pause(intervalMs);
  }
}

/** The machines that have sessions of ours, of any version; empty if there are none. */
async function findOthers(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ found: string | null }>(
    `select string_agg(distinct coalesce(host(client_addr), 'this machine'), ', ') as found
     from pg_stat_activity
     where datname = current_database()
       and (application_name = 'lop-xanh' or application_name like 'lop-xanh listens to %')`,
  );
  return rows[0]?.found ?? '';
}
