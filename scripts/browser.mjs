import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { installWithApt } from './apt.mjs';
import { step } from './prepare.mjs';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a Chromium that is installed, if there is one. */
export function findBrowser() {
  return [process.env.CHROMIUM_PATH, ...usualPlaces, playwrightsOwn()].find(
    (path) => path && existsSync(path),
  );
}

/** Installs one where there is none. */
export function ensureBrowser() {
  if (findBrowser()) return;
  step('Getting a browser', () => {
    if (installWithApt('chromium') && findBrowser()) return;
    spawnSync('npx', ['playwright', 'install', 'chromium']);
    if (!findBrowser()) giveUp();
  });
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
