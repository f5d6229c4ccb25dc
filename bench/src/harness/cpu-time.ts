import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';

/** Linux counts CPU time in hundredths of a second. */
const msPerTick = 10;

/** The CPU time that a PostgreSQL has used so far, including all its processes. */
export async function readCpuTimeMs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = readProcess(rows[0]?.pid ?? 0).parent;
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
    .filter(({ pid, parent }) => pid === postmaster || parent === postmaster);
  return processes.reduce((sum, { ticks }) => sum + ticks, 0) * msPerTick;
}

/** A process that has ended counts as zero: its parent includes its time. */
function readProcess(pid: number) {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ').map(Number);
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return { pid, parent: fields[1], ticks: user + system + childUser + childSystem };
  } catch {
    return { pid, parent: undefined, ticks: 0 };
  }
}
