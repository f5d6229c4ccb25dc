import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import {
  makeDatabaseFolder,
  makeSocketFolder,
  reachableCopy,
  shippedBinaries,
} from './postgres-files.ts';
import { giveTo, runAs, type SystemUser } from './system-user.ts';

const role = 'lop_xanh';

/** All that it takes to start the PostgreSQL of a data folder. */
export interface Place {
  user: SystemUser;
  binaries: string;
  folder: string;
  data: string;
  logFile: string;
  connection: pg.ClientConfig & { host: string };
}

/** Makes what is missing of it, for that user. */
export function makePlace(dataDir: string, user: SystemUser): Place {
  const folder = makeDatabaseFolder(dataDir, user);
  makePassword(folder, user);
  return {
    user,
    folder,
    binaries: reachableCopy(shippedBinaries(), user),
    data: join(folder, 'cluster'),
    logFile: join(folder, 'postgres.log'),
    connection: connectionTo(folder, makeSocketFolder(folder, user)),
  };
}

export function connectionTo(folder: string, socketFolder: string) {
  const password = readFileSync(join(folder, 'password'), 'utf8');
  return { host: socketFolder, user: role, database: 'postgres', password };
}

function makePassword(folder: string, user: SystemUser): void {
  const file = join(folder, 'password');
  if (existsSync(file)) return;
  writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  giveTo(user, file);
}

/** Made beside its place and moved there when whole, so that a kill in between leaves no half cluster. */
export function initialise({ user, binaries, folder, data }: Place): void {
  const unfinished = `${data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  runAs(user, join(binaries, 'bin', 'initdb'), [
    `--pgdata=${unfinished}`,
    `--username=${role}`,
    `--pwfile=${join(folder, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--data-checksums',
  ]);
  renameSync(unfinished, data);
}
