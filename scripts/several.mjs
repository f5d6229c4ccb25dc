import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installWithApt } from './apt.mjs';
import { requireTools, root, step } from './prepare.mjs';

const versions = '/usr/lib/postgresql';
const nginx = '/usr/sbin/nginx';

requireTools();
if (!postgres() || !existsSync(nginx)) {
  step('Getting PostgreSQL and nginx', () => installWithApt('postgresql', 'nginx'));
}
const binaries = postgres();
if (!binaries || !existsSync(nginx)) {
  console.error(
    "Several servers are tried with Debian's PostgreSQL and nginx, and they could not be installed: apt-get install postgresql nginx.",
  );
  process.exit(1);
}
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', 'several-servers', 'rolling-restart', 'migrator', 'sweep'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, POSTGRES_BINARIES: binaries, NGINX_BINARY: nginx },
  },
);
process.exit(status ?? 1);

/** The newest that is installed. */
function postgres() {
  if (!existsSync(versions)) return undefined;
  return readdirSync(versions)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')));
}
