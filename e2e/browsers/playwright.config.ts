import { defineConfig } from '@playwright/test';
import { installedBrowsers } from '../../scripts/real-browsers.mjs';

/** The journeys of `npm run browsers`; each browser has its own worker and its own server. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  forbidOnly: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  projects: installedBrowsers.map((name) => ({ name })),
});
