import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyDemo } from './copy-demo.mjs';
import { cleanEnvironment, demoDir } from './settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface TestServer {
  readonly address: string;
  readonly dataDir: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  remove: () => Promise<void>;
}

/**
 * A server for one test, with the demo by default, that can be stopped and restarted. `prepare` fills its data folder
 * before the first start.
 */
export async function startTestServer(
  settings: Record<string, string> = {},
  prepare?: (dataDir: string) => Promise<unknown>,
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lop-xanh-own-'));
  // mkdtemp makes the folder private, but as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  let server: ChildProcess | undefined;

  /** Resolves with the address once it listens; rejects with its output if it exits first. */
  const startOn = async (port: string): Promise<string> => {
    const child = spawn(process.execPath, ['releases/current/server/dist/main.js'], {
      cwd: root,
      env: { ...cleanEnvironment, PORT: port, DATA_DIR: dataDir, ...settings },
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
    if (prepare) await prepare(dataDir);
    else if (settings.DEMO !== '0') copyDemo(demoDir, dataDir);
    // A free port first, then always the same: the browser keeps its address.
    const address = await startOn('0');
    const start = async () => void (await startOn(new URL(address).port));
    return { address, dataDir, start, stop, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
