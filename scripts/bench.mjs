import { spawnSync } from 'node:child_process';
import { build, install, root } from './prepare.mjs';

install();
build();
const { status } = spawnSync(
  'npx',
  ['tsx', '--conditions=source', 'bench/src/run.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
