import { spawnSync } from 'node:child_process';
import { requireTools, root } from './prepare.mjs';

requireTools();
const { status } = spawnSync(
  'npx',
  ['tsx', '--conditions=source', 'bench/src/run.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
