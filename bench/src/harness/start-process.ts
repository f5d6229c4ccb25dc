import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Processes } from '../processes.ts';
import { pinnedForkOptions } from './cores.ts';

interface StartedProcess<Ready> extends AsyncDisposable {
  /** What the process reported, such as its address. */
  readonly ready: Ready;
  readonly pid: number;
}

/** Starts a file of `processes/`, pinned to `core` if given, and waits until it is ready. */
export async function startProcess<Name extends keyof Processes>(
  name: Name,
  input: Processes[Name]['input'],
  core?: number,
): Promise<StartedProcess<Processes[Name]['ready']>> {
  const file = fileURLToPath(new URL(`../processes/${name}.ts`, import.meta.url));
  const child = fork(file, core === undefined ? {} : pinnedForkOptions(core));
  const exited = once(child, 'exit');
  child.send({ input });
  const [ready] = await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error(`The process ${name} ended before it was ready`))),
  ]);
  return {
    ready,
    pid: child.pid as number,
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
