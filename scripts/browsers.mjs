import { spawnSync } from 'node:child_process';
import { requireTools, root } from './prepare.mjs';
import { installedBrowsers, realBrowsers } from './real-browsers.mjs';

requireTools();
for (const [name, { install }] of Object.entries(realBrowsers)) {
  if (!installedBrowsers.includes(name)) {
    console.error(`NOT TRIED: ${name} is not installed. Run ${install}.`);
  }
}
const { status } = spawnSync(
  'npx',
  ['--no-install', 'playwright', 'test', '--config', 'e2e/browsers', '--reporter=list'],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
