import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';

/** The browsers of `npm run browsers`: the files that each needs, empty where one is missing, and how to get them. */
export const realBrowsers = {
  chromium: {
    files: { browser: findBrowser() ?? '' },
    install: 'apt-get install chromium',
  },
  firefox: {
    files: { browser: findFirst('/usr/bin/firefox-esr', '/usr/bin/firefox') },
    install: 'apt-get install firefox-esr',
  },
  webkit: {
    files: {
      browser: findMiniBrowser(),
      driver: findFirst('/usr/bin/WebKitWebDriver'),
      display: findFirst('/usr/bin/Xvfb'),
    },
    install: 'apt-get install webkit2gtk-driver xvfb',
  },
};

/** The names of those that are installed. */
export const installedBrowsers = Object.keys(realBrowsers).filter((name) =>
  Object.values(realBrowsers[name].files).every(Boolean),
);

function findFirst(...paths) {
  return paths.find((path) => existsSync(path)) ?? '';
}

/** Debian keeps WebKitGTK's own browser with its libraries: /usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser. */
function findMiniBrowser() {
  const libraries = '/usr/lib';
  const folders = existsSync(libraries) ? readdirSync(libraries) : [];
  return findFirst(...folders.map((name) => join(libraries, name, 'webkit2gtk-4.1/MiniBrowser')));
}
