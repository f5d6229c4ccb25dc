import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { installWithApt } from './apt.mjs';
import { step } from './prepare.mjs';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a Chromium for the browser journeys, installed first where there is none. */
export function findBrowser() {
  return installed() ?? step('Getting a browser', () => withApt() ?? withPlaywright()) ?? giveUp();
}

function installed() {
  return [process.env.CHROMIUM_PATH, ...usualPlaces, playwrightsOwn()].find(
    (path) => path && existsSync(path),
  );
}

function withApt() {
  return installWithApt('chromium') ? installed() : undefined;
}

function withPlaywright() {
  spawnSync('npx', ['playwright', 'install', 'chromium']);
  return installed();
}

function playwrightsOwn() {
  const require = createRequire(new URL('../e2e/', import.meta.url));
  return require('@playwright/test').chromium.executablePath();
}

function giveUp() {
  console.error(
    'The browser journeys need Chromium, and it could neither be installed with apt-get nor by Playwright: install it and set CHROMIUM_PATH.',
  );
  process.exit(1);
}
