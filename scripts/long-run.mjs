import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './browser.mjs';
import { requireTools, root } from './prepare.mjs';

/** Browser tests that take too long for `npm test`: the name of their specs, and the environment that enables them. */
const longRuns = {
  'offline-runs': (count = '200') => ({ OFFLINE_RUNS: count }),
  accessibility: () => ({ EVERY_LOOK: '1' }),
  'first-day': () => ({ FIRST_DAY: '1' }),
  gallery: () => ({ GALLERY: '1' }),
};

const [name, ...args] = process.argv.slice(2);
const env = longRuns[name](...args);
requireTools();
ensureBrowser();
const { status } = spawnSync(
  'npx',
  ['--no-install', 'playwright', 'test', '--config', 'e2e', '--reporter=line', name],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  },
);
process.exit(status ?? 1);
