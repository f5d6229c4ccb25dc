import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { installWithApt } from './apt.mjs';
import { ensureBrowser } from './browser.mjs';
import { requireTools, root, step } from './prepare.mjs';

/** Browser tests that take too long for `npm test`: the name of their specs, and the environment that enables them. */
const longRuns = {
  'offline-runs': (count = '200') => ({ OFFLINE_RUNS: count }),
  accessibility: () => ({ EVERY_LOOK: '1' }),
  'first-day': () => ({ FIRST_DAY: '1' }),
  gallery: () => ({ GALLERY: '1' }),
  'whole-year': () => ({ FAKETIME_LIBRARY: requireFaketime() }),
};

/** The library of Debian's libfaketime, installed if it is missing. Exits with a message if that fails. */
function requireFaketime() {
  const find = () =>
    readdirSync('/usr/lib')
      .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
      .find((file) => existsSync(file));
  const library =
    find() ?? (step('Installing libfaketime', () => installWithApt('libfaketime')), find());
  if (library) return library;
  console.error('A year in the school needs libfaketime from Debian.');
  return process.exit(1);
}

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
