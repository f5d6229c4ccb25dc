import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { findRelease } from '../../../scripts/releases.mjs';
import type { Database } from '../database/database.ts';
import { attachToEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { openCheckedDatabase } from './checked-database.ts';
import type { CleanupHook } from './cleanup-hooks.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let release: string | undefined;

/** Runs a file of the build, which starts in a fifth of the time that the sources take. */
function builtCommand(file: string): [string, string] {
  release ??= findRelease(root);
  if (!release)
    throw new Error('This test starts the built server: run `npm start` or `npm test`.');
  return [process.execPath, `${release}/server/dist/${file}.js`];
}

export const getServerCommand = () => builtCommand('main');

/** A data folder that is deleted after the test; `isPrivate` closes it to other users. */
export function makeDataDir({
  isPrivate = false,
  onCleanup = onTestFinished as CleanupHook,
} = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'lx-'));
  chmodSync(folder, isPrivate ? 0o700 : 0o755);
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

export interface ServerProcess {
  readonly process: ChildProcess;
  readonly address: string;
  readonly output: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts the real server as the leader of its own process group. */
export function spawnServer(
  environment: Record<string, string>,
  [command, ...args]: string[] = getServerCommand(),
  onCleanup: CleanupHook = onTestFinished,
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
  onCleanup(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  });
  return { process: child, output: () => output, ended };
}

/** Starts the real server and waits until it listens; rejects with its output if it exits first. */
export async function startServerProcess(
  environment: Record<string, string>,
  command?: string[],
  onCleanup?: CleanupHook,
): Promise<ServerProcess> {
  const server = spawnServer(environment, command, onCleanup);
  const address = await new Promise<string>((resolve, reject) => {
    const findAddress = () => {
      const address = /ready at (http:\S+)\//.exec(server.output())?.[1];
      if (address) resolve(address);
    };
    server.process.stdout?.on('data', findAddress);
    void server.ended.then(() =>
      reject(new Error(`The server did not start:\n${server.output()}`)),
    );
  });
  return { ...server, address };
}

type OperatorCommand =
  | 'adopt-storage'
  | 'backup'
  | 'backup-key'
  | 'create-admin'
  | 'doctor'
  | 'drill'
  | 'restore'
  | 'retention'
  | 'status';

export function spawnOperatorCommand(
  environment: Record<string, string>,
  name: OperatorCommand,
  ...args: string[]
): Omit<ServerProcess, 'address'> {
  return spawnServer(environment, [...builtCommand(`commands/${name}`), ...args]);
}

/** Runs an operator command until it exits. */
export async function runOperatorCommand(
  environment: Record<string, string>,
  name: OperatorCommand,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const command = spawnOperatorCommand(environment, name, ...args);
  return { code: await command.ended, output: command.output() };
}

/** The process id of the PostgreSQL in a data folder; undefined when none runs. */
export function readPostgresPid(dataDir: string): number | undefined {
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

/** Opens the embedded database of a running server. */
export async function openEmbeddedDatabase(dataDir: string): Promise<Database> {
  const { connection } = await attachToEmbeddedPostgres(dataDir);
  return openCheckedDatabase(connection, onTestFinished);
}
