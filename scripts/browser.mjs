import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { installWithApt } from './apt.mjs';
import { step } from './prepare.mjs';

/** Chromium without windows: the browser tests take a third less time in it. It has no camera. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const fullBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of the installed Chromium that most tests run in, or undefined. */
export function findBrowser() {
  return findFirst([process.env.CHROMIUM_PATH, headlessShell, ...fullBrowsers]);
}

/** The path of a Chromium as users have it, for measurements and the camera, or undefined. */
export function findFullBrowser() {
  return findFirst([process.env.CHROMIUM_PATH, ...fullBrowsers]);
}

function findFirst(paths) {
  return [...paths, findPlaywrightBrowser()].find((path) => path && existsSync(path));
}

export function ensureBrowser() {
  if (process.env.CHROMIUM_PATH || (existsSync(headlessShell) && findFullBrowser())) return;
  step('Installing a browser', () => {
    installWithApt('chromium', 'chromium-headless-shell');
    if (!findFullBrowser()) spawnSync('npx', ['playwright', 'install', 'chromium']);
    if (!findFullBrowser()) exitWithoutBrowser();
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
