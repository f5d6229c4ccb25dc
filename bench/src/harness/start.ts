import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Processes } from '../processes.ts';
import { onCore } from './cores.ts';

interface Started<Ready> extends AsyncDisposable {
  /** How to reach what the process started. */
  readonly ready: Ready;
  readonly pid: number;
}

/** Starts a file of `processes/`, on one core if one is named, and waits until it is ready. */
export async function start<Name extends keyof Processes>(
  name: Name,
  given: Processes[Name]['given'],
  core?: number,
): Promise<Started<Processes[Name]['tells']>> {
  const file = fileURLToPath(new URL(`../processes/${name}.ts`, import.meta.url));
  const child = fork(file, core === undefined ? {} : onCore(core));
  const exited = once(child, 'exit');
  child.send({ given });
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
