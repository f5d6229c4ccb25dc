import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** Server and database share one core, as on a small machine; the load comes from another. */
export const cores = { server: 0, load: 1 };

const canPin = Object.values(cores).every((core) => isDone(['-c', `${core}`, 'true']));
if (!canPin) console.warn('Nothing is pinned to a core: taskset or a second core is missing.');

/** Options for `fork`: the process and all that it starts stay on that core. */
export function onCore(core: number) {
  if (!canPin) return {};
  return {
    execPath: 'taskset',
    execArgv: ['-c', `${core}`, process.execPath, ...process.execArgv],
  };
}

/** Keeps this process on a core while it works. */
export async function stayingOn<Done>(core: number, work: () => Promise<Done>): Promise<Done> {
  const move = (list: string) => canPin && isDone(['-a', '-c', '-p', list, `${process.pid}`]);
  move(`${core}`);
  try {
    return await work();
  } finally {
    move(`0-${cpus().length - 1}`);
  }
}

function isDone(args: string[]): boolean {
  return spawnSync('taskset', args).status === 0;
}
