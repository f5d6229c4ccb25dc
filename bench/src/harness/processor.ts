import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';

/** Linux counts in hundredths of a second. */
const msOfTick = 10;

/** The processor's time that a PostgreSQL has taken, in milliseconds, with all its processes. */
export async function processorOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = statusOf(rows[0]?.pid ?? 0).parent;
  const family = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statusOf(Number(name)))
    .filter(({ pid, parent }) => pid === postmaster || parent === postmaster);
  return family.reduce((sum, { ticks }) => sum + ticks, 0) * msOfTick;
}

/** A process that has ended meanwhile counts for nothing: its parent counts it. */
function statusOf(pid: number) {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ').map(Number);
    const [user = 0, system = 0, ofEnded = 0, systemOfEnded = 0] = fields.slice(11, 15);
    return { pid, parent: fields[1], ticks: user + system + ofEnded + systemOfEnded };
  } catch {
    return { pid, parent: undefined, ticks: 0 };
  }
}
