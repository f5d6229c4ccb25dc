import { spawnSync } from 'node:child_process';
import { requireComponents } from './apt.mjs';
import { requireTools, root } from './prepare.mjs';

const nginx = '/usr/sbin/nginx';
const components = {
  '/usr/bin/patroni': 'patroni',
  '/usr/lib/python3/dist-packages/etcd/client.py': 'python3-etcd',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  [nginx]: 'nginx',
};

const [faults = '20', seed = String(Math.floor(Math.random() * 1e6))] = process.argv.slice(2);
if (![faults, seed].every((number) => /^[1-9]\d*$/.test(number))) {
  console.error('Usage: npm run cluster -- [number of faults] [seed]');
  process.exit(1);
}
requireTools();
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', '--project', 'server', 'server/src/cluster.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      POSTGRES_BINARIES: requireComponents(components),
      NGINX_BINARY: nginx,
      CLUSTER_FAULTS: faults,
      CLUSTER_SEED: seed,
    },
  },
);
process.exit(status ?? 1);
