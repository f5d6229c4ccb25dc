import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { borrowEmbeddedPostgres } from '../database/embedded-postgres.ts';
import type { AtEnd } from './at-end.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const fromSource = (file: string) => [
  process.execPath,
  '--conditions=source',
  '--import',
  'tsx',
  `server/src/${file}.ts`,
];
export const serverCommand = fromSource('main');

/** A data folder that is gone after the test, with PostgreSQL stopped first if it still runs. */
export function makeDataDir({ isClosed = false, atEnd = onTestFinished as AtEnd } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'lx-'));
  chmodSync(folder, isClosed ? 0o700 : 0o755);
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

export interface ServerProcess {
  readonly process: ChildProcess;
  readonly address: string;
  readonly output: () => string;
  /** Waits for the process to end and returns its exit code. */
  readonly ended: Promise<number | null>;
}

/** As it was built. */
export const fromBuild = [process.execPath, 'releases/current/server/dist/main.js'];

/** Starts the real server as a process of its own, the leader of its process group. */
export function spawnServer(
  environment: Record<string, string>,
  [command, ...args]: string[] = serverCommand,
  atEnd: AtEnd = onTestFinished,
): Omit<ServerProcess, 'address'> {
  const child = spawn(command as string, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  });
  return { process: child, output: () => output, ended };
}

/** The same, once it listens; fails with what the server said when it does not come so far. */
export async function startServerProcess(
  environment: Record<string, string>,
  command?: string[],
  atEnd?: AtEnd,
): Promise<ServerProcess> {
  const server = spawnServer(environment, command, atEnd);
  const address = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /ready at (http:\S+)\//.exec(server.output())?.[1];
      if (found) resolve(found);
    };
    server.process.stdout?.on('data', look);
    void server.ended.then(() =>
      reject(new Error(`The server did not start:\n${server.output()}`)),
    );
  });
  return { ...server, address };
}

/** Runs an operator's command to its end. */
export async function runOperatorCommand(
  environment: Record<string, string>,
  name: 'adopt-storage' | 'backup' | 'create-admin' | 'restore',
  argument: string,
): Promise<{ code: number | null; output: string }> {
  const command = spawnServer(environment, [...fromSource(`commands/${name}`), argument]);
  return { code: await command.ended, output: command.output() };
}

/** The process id of the PostgreSQL in a data folder, or undefined when none runs there. */
export function postgresPid(dataDir: string): number | undefined {
  try {
    const lock = readFileSync(join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8');
    return Number(lock.split('\n')[0]);
  } catch {
    return undefined;
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The embedded database of a running server, for a test to look into. */
export async function openBeside(dataDir: string): Promise<Database> {
  const { connection } = await borrowEmbeddedPostgres(dataDir);
  const database = openDatabase(connection);
  onTestFinished(() => database.close());
  return database;
}
