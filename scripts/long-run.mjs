import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './browser.mjs';
import { requireTools, root } from './prepare.mjs';

/** Browser runs that are too long for every time, each named like its specs, with what asks for it. */
const longRuns = {
  'offline-runs': (count = '200') => ({ OFFLINE_RUNS: count }),
  accessibility: () => ({ EVERY_LOOK: '1' }),
  gallery: () => ({ GALLERY: '1' }),
};

const [name, ...given] = process.argv.slice(2);
const settings = longRuns[name](...given);
requireTools();
ensureBrowser();
const { status } = spawnSync(
  'npx',
  ['--no-install', 'playwright', 'test', '--config', 'e2e', '--reporter=line', name],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  },
);
process.exit(status ?? 1);
