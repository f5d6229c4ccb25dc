import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface OwnServer {
  readonly address: string;
  readonly dataDir: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  remove: () => Promise<void>;
}

/** A server of a test's own, with the demo unless it is set otherwise, that can really be stopped and started again. */
export async function startOwnServer(
  port: number,
  settings: Record<string, string> = {},
): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lop-xanh-own-'));
  const dataDir = join(folder, 'data');
  const address = `http://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;

  const start = async () => {
    server = spawn(process.execPath, ['server/dist/main.js'], {
      cwd: root,
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...settings },
      stdio: 'ignore',
    });
    while (!(await answers(address))) await new Promise((next) => setTimeout(next, 50));
  };
  const stop = async () => {
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    server = undefined;
  };
  await start();
  return {
    address,
    dataDir,
    start,
    stop,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/api/health`)).ok;
  } catch {
    return false;
  }
}
