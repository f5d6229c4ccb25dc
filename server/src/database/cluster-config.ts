import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import {
  ensureDatabaseFolder,
  ensureReachableBinaries,
  ensureSocketFolder,
  findBundledBinaries,
} from './postgres-files.ts';
import { changeOwner, runAs, type SystemUser } from './system-user.ts';

const databaseRole = 'lop_xanh';

/** Everything needed to start the PostgreSQL of a data folder. */
export interface ClusterConfig {
  user: SystemUser;
  binaries: string;
  folder: string;
  data: string;
  logFile: string;
  connection: pg.ClientConfig & { host: string };
}

/** Creates the folders, password and binaries that are missing. */
export function prepareCluster(dataDir: string, user: SystemUser): ClusterConfig {
  const folder = ensureDatabaseFolder(dataDir, user);
  ensurePassword(folder, user);
  return {
    user,
    folder,
    binaries: ensureReachableBinaries(findBundledBinaries(), user),
    data: join(folder, 'cluster'),
    logFile: join(folder, 'postgres.log'),
    connection: createConnection(folder, ensureSocketFolder(folder, user)),
  };
}

export function createConnection(folder: string, socketFolder: string) {
  const password = readFileSync(join(folder, 'password'), 'utf8');
  return { host: socketFolder, user: databaseRole, database: 'postgres', password };
}

function ensurePassword(folder: string, user: SystemUser): void {
  const file = join(folder, 'password');
  if (existsSync(file)) return;
  writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  changeOwner(user, file);
}

/** Renamed into place when complete, so that a kill in between leaves no half-made cluster. */
export function initializeCluster({ user, binaries, folder, data }: ClusterConfig): void {
  const unfinished = `${data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  runAs(user, join(binaries, 'bin', 'initdb'), [
    `--pgdata=${unfinished}`,
    `--username=${databaseRole}`,
    `--pwfile=${join(folder, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--data-checksums',
  ]);
  renameSync(unfinished, data);
}
