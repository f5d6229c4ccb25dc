import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** Server and database share one core, as on a small machine; the load comes from another. */
export const cores = { server: 0, load: 1 };

const canPin = Object.values(cores).every((core) => runTaskset(['-c', `${core}`, 'true']));
if (!canPin)
  console.warn('Processes are not pinned to cores: taskset or a second core is missing.');

/** Options for `fork` that pin the process and its children to a core. */
export function pinnedForkOptions(core: number) {
  if (!canPin) return {};
  return {
    execPath: 'taskset',
    execArgv: ['-c', `${core}`, process.execPath, ...process.execArgv],
  };
}

/** Pins this process to a core while `work` runs. */
export async function runOnCore<T>(core: number, work: () => Promise<T>): Promise<T> {
  const pin = (list: string) => canPin && runTaskset(['-a', '-c', '-p', list, `${process.pid}`]);
  pin(`${core}`);
  try {
    return await work();
  } finally {
    pin(`0-${cpus().length - 1}`);
  }
}

function runTaskset(args: string[]): boolean {
  return spawnSync('taskset', args).status === 0;
}
