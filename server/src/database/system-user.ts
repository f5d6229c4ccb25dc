import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';

/** The system user that PostgreSQL runs as; `undefined` means the current one. */
export type SystemUser = { uid: number; gid: number } | undefined;

const postgresName = 'postgres';

/** PostgreSQL refuses to run as root, so root runs it as a separate user, which is created if needed. */
export function ensurePostgresUser(): SystemUser {
  if (process.getuid?.() !== 0) return undefined;
  const existing = findUser(postgresName);
  if (existing) return existing;
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/',
    postgresName,
  ]);
  const created = findUser(postgresName);
  if (!created) {
    throw new OperatorError(
      `PostgreSQL cannot run as root, and the system user '${postgresName}' could not be created: create it, or run Lớp Xanh as an ordinary user.`,
    );
  }
  return created;
}

export function findUser(name: string): SystemUser {
  const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  if (ids.some((result) => result.status !== 0)) return undefined;
  const [uid, gid] = ids.map((result) => Number(result.stdout)) as [number, number];
  return { uid, gid };
}

/** Whether the user can access a file or folder, including all folders above it. */
export function canReach(user: SystemUser, path: string): boolean {
  if (!user) return true;
  return spawnSync('test', ['-x', path], { ...user, cwd: '/' }).status === 0;
}

export function isOwner(uid: number, user: SystemUser): boolean {
  return uid === (user ? user.uid : process.getuid?.());
}

/** The name of a user, or the id if it has none. */
export function findUserName(uid: number): string {
  const { status, stdout } = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : String(uid);
}

export function changeOwner(user: SystemUser, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}

/** Runs a short command as the user and returns its output; throws with its error output. */
export function runAs(user: SystemUser, command: string, args: string[]): string {
  return execFileSync(command, args, { ...user, cwd: '/', encoding: 'utf8', stdio: 'pipe' });
}
