import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { requireComponents } from './apt.mjs';
import { requireTools, root, step } from './prepare.mjs';
import { buildPreviousVersion } from './previous-version.mjs';

const nginx = '/usr/sbin/nginx';

requireTools();
const binaries = requireComponents({ [nginx]: 'nginx' });
const previous = step('Building the version before', buildPreviousVersion);
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', 'several-servers', 'rolling-restart', 'migrator', 'cleanup'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      POSTGRES_BINARIES: binaries,
      NGINX_BINARY: nginx,
      PREVIOUS_VERSION: previous,
    },
  },
);
rmSync(previous, { recursive: true, force: true });
process.exit(status ?? 1);
