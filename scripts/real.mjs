import { spawnSync } from 'node:child_process';
import { requireComponents } from './apt.mjs';
import { requireTools, root } from './prepare.mjs';

/** The components that the tests in `server/src/real` need: the file of each, and its Debian package. */
const components = {
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/swift-proxy-server': 'swift-proxy',
  '/usr/bin/swift-account-server': 'swift-account',
  '/usr/bin/swift-container-server': 'swift-container',
  '/usr/bin/swift-object-server': 'swift-object',
  '/usr/bin/age': 'age',
  '/usr/bin/prometheus': 'prometheus',
  '/usr/bin/ip': 'iproute2',
  '/usr/bin/systemd-nspawn': 'systemd-container',
};

requireTools();
const binaries = requireComponents(components);
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', '--project', 'server', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, REAL: '1', POSTGRES_BINARIES: binaries } },
);
process.exit(status ?? 1);
