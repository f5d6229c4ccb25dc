import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownEnvironment } from './settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface OwnServer {
  readonly address: string;
  readonly dataDir: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  remove: () => Promise<void>;
}

/** A server of a test's own, with the demo unless it is set otherwise, that can really be stopped and started again. */
export async function startOwnServer(settings: Record<string, string> = {}): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lop-xanh-own-'));
  const dataDir = join(folder, 'data');
  let server: ChildProcess | undefined;

  /** Returns its address once it listens; fails with what it said when it does not come so far. */
  const startAt = async (port: string): Promise<string> => {
    const child = spawn(process.execPath, ['releases/current/server/dist/main.js'], {
      cwd: root,
      env: { ...ownEnvironment, PORT: port, DATA_DIR: dataDir, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server = child;
    let output = '';
    return new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          const address = /ready at (http:\S+)\//.exec(output)?.[1];
          if (address) resolve(address);
        });
      }
      child.once('close', () => reject(new Error(`The server did not start:\n${output}`)));
    });
  };
  const stop = async () => {
    if (!server) return;
    const { exitCode, signalCode } = server;
    const ended = exitCode === null && signalCode === null && once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    server = undefined;
  };
  const remove = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // A free port at first, and the same one ever after: that is the address in the browser.
    const address = await startAt('0');
    const start = async () => void (await startAt(new URL(address).port));
    return { address, dataDir, start, stop, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
