import { spawnSync } from 'node:child_process';
import { requireTools, root } from './prepare.mjs';

requireTools();
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', 'server/src/attack.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ATTACK: 'full' },
  },
);
process.exit(status ?? 1);
