import { defineConfig } from '@playwright/test';
import { installedBrowsers } from '../../scripts/real-browsers.mjs';

/** The journeys of `npm run browsers`; each browser has its own worker and its own server. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  forbidOnly: true,
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  projects: installedBrowsers.map((name) => ({ name })),
});
