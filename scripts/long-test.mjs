import { spawnSync } from 'node:child_process';
import { requireTools, root } from './prepare.mjs';

/** Server tests that take too long for `npm test`: their file, and the environment that makes them long. */
const longTests = {
  attack: () => ['server/src/attack.test.ts', { ATTACK: 'full' }],
  lives: (count = '200') => ['server/src/school-lives.test.ts', { LIVES: count }],
};

const [name, ...args] = process.argv.slice(2);
const [file, env] = longTests[name](...args);
requireTools();
const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', file], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...env },
});
process.exit(status ?? 1);
