import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installWithApt } from './apt.mjs';
import { requireTools, root, step } from './prepare.mjs';

const versionsFolder = '/usr/lib/postgresql';
const nginx = '/usr/sbin/nginx';

requireTools();
if (!findPostgres() || !existsSync(nginx)) {
  step('Installing PostgreSQL and nginx', () => installWithApt('postgresql', 'nginx'));
}
const binaries = findPostgres();
if (!binaries || !existsSync(nginx)) {
  console.error(
    "The tests with several servers need Debian's PostgreSQL and nginx, which could not be installed. Run apt-get install postgresql nginx.",
  );
  process.exit(1);
}
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', 'several-servers', 'rolling-restart', 'migrator', 'cleanup'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, POSTGRES_BINARIES: binaries, NGINX_BINARY: nginx },
  },
);
process.exit(status ?? 1);

/** The binaries of the newest installed PostgreSQL. */
function findPostgres() {
  if (!existsSync(versionsFolder)) return undefined;
  return readdirSync(versionsFolder)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versionsFolder, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')));
}
