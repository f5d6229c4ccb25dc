import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { isRunning } from '../server-process.ts';

export interface Service {
  readonly pid: number;
  /** Resolves when the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a program that writes to a log file. */
export function startService(
  [command, ...args]: [string, ...string[]],
  { logFile, ...options }: SpawnOptions & { logFile: string },
): Service {
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, { cwd: '/', ...options, stdio: ['ignore', log, log] });
  const exited = once(child, 'exit');
  return {
    pid: child.pid as number,
    async end(signal) {
      child.kill(signal);
      await exited;
    },
  };
}

/** Sends a signal to processes and all their descendants, the ancestors first. */
export function signalTree(pids: readonly number[], signal: NodeJS.Signals): void {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  const listTree = (pid: number): number[] => [
    pid,
    ...parents.filter(([, parent]) => parent === pid).flatMap(([child]) => listTree(child)),
  ];
  for (const pid of pids.flatMap(listTree)) if (isRunning(pid)) process.kill(pid, signal);
}

/** Changes a file for operators into one for this machine; everything to replace must be there. */
export function adapt(text: string, replacements: readonly [string, string][]): string {
  return replacements.reduce((adapted, [from, to]) => {
    if (!adapted.includes(from)) throw new Error(`'${from}' is not in the file`);
    return adapted.replaceAll(from, to);
  }, text);
}
