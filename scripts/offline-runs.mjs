import { spawnSync } from 'node:child_process';
import { findBrowser } from './browser.mjs';
import { build, install, root } from './prepare.mjs';

/** Seeded lives and roll calls on a poor network, as many of each as asked for: `npm run offline-runs -- 200`. */
install();
build();
const { status } = spawnSync(
  'npx',
  ['--no-install', 'playwright', 'test', '--config', 'e2e', '--reporter=line', 'offline-runs'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: findBrowser(), OFFLINE_RUNS: process.argv[2] ?? '200' },
  },
);
process.exit(status ?? 1);
