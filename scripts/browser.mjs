import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { installWithApt } from './apt.mjs';
import { step } from './prepare.mjs';

const knownPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of an installed Chromium, or undefined. */
export function findBrowser() {
  return [process.env.CHROMIUM_PATH, ...knownPaths, findPlaywrightBrowser()].find(
    (path) => path && existsSync(path),
  );
}

export function ensureBrowser() {
  if (findBrowser()) return;
  step('Installing a browser', () => {
    if (installWithApt('chromium') && findBrowser()) return;
    spawnSync('npx', ['playwright', 'install', 'chromium']);
    if (!findBrowser()) exitWithoutBrowser();
  });
}

function findPlaywrightBrowser() {
  const require = createRequire(new URL('../e2e/', import.meta.url));
  return require('@playwright/test').chromium.executablePath();
}

function exitWithoutBrowser() {
  console.error(
    'The browser tests need Chromium, and neither apt-get nor Playwright could install it. Install it and set CHROMIUM_PATH.',
  );
  process.exit(1);
}
