import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { StartUpError } from '../start-up-error.ts';

/** The system user that PostgreSQL runs as; `undefined` means: as whoever runs us. */
export type SystemUser = { uid: number; gid: number } | undefined;

const name = 'postgres';

/** PostgreSQL refuses to run as root, so root lends it a user of its own. */
export function postgresUser(): SystemUser {
  if (process.getuid?.() !== 0) return undefined;
  const found = findUser(name);
  if (found) return found;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/', name]);
  const made = findUser(name);
  if (!made) {
    throw new StartUpError(
      `PostgreSQL cannot run as root, and the system user '${name}' could not be made: create it, or run Lớp Xanh as an ordinary user.`,
    );
  }
  return made;
}

export function findUser(name: string): SystemUser {
  const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  if (ids.some((result) => result.status !== 0)) return undefined;
  const [uid, gid] = ids.map((result) => Number(result.stdout)) as [number, number];
  return { uid, gid };
}

/** Whether that user can get at a file or into a folder, the folders above it included. */
export function canReach(user: SystemUser, path: string): boolean {
  if (!user) return true;
  return spawnSync('test', ['-x', path], { ...user, cwd: '/' }).status === 0;
}

/** Whether what has this owner is ours to change: PostgreSQL's user's, or our own where we lend it none. */
export function isOwn(owner: number, user: SystemUser): boolean {
  return owner === (user ? user.uid : process.getuid?.());
}

/** The name behind a user id, or the id where it has none. */
export function userName(uid: number): string {
  const { status, stdout } = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : String(uid);
}

export function giveTo(user: SystemUser, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}

/** Runs a short command as that user and returns what it wrote; throws with its complaint. */
export function runAs(user: SystemUser, command: string, args: string[]): string {
  return execFileSync(command, args, { ...user, cwd: '/', encoding: 'utf8', stdio: 'pipe' });
}
