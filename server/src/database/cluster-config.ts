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

/** The superuser, who starts and stops the cluster. */
export const superuserRole = 'lop_xanh';
/** As whom the app connects. */
export const appRole = 'lop_xanh_app';

/** Everything needed to start the PostgreSQL of a data folder. */
export interface ClusterConfig {
  user: SystemUser;
  binaries: string;
  folder: string;
  data: string;
  logFile: string;
  socketFolder: string;
  connection: pg.ClientConfig;
  superuser: pg.ClientConfig;
}

/** Creates the folders, password and binaries that are missing. */
export function prepareCluster(dataDir: string, user: SystemUser): ClusterConfig {
  const folder = ensureDatabaseFolder(dataDir, user);
  ensurePassword(folder, user);
  const socketFolder = ensureSocketFolder(folder, user);
  return {
    user,
    folder,
    binaries: ensureReachableBinaries(findBundledBinaries(), user),
    data: join(folder, 'cluster'),
    logFile: join(folder, 'postgres.log'),
    socketFolder,
    connection: createConnection(folder, socketFolder, appRole),
    superuser: createConnection(folder, socketFolder, superuserRole),
  };
}

/** Both roles have the password that only the user of the cluster can read. */
export function createConnection(folder: string, socketFolder: string, role: string) {
  const password = readFileSync(join(folder, 'password'), 'utf8');
  return { host: socketFolder, user: role, database: 'postgres', password };
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
    `--username=${superuserRole}`,
    `--pwfile=${join(folder, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--data-checksums',
  ]);
  renameSync(unfinished, data);
}
