import { defineConfig } from '@playwright/test';
import { installedBrowsers } from '../../scripts/real-browsers.mjs';
import { address, dataDir, port } from '../settings.ts';

/** The journeys of `npm run browsers`: each browser has its own worker and its own network, and all share a server. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  forbidOnly: true,
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  projects: installedBrowsers.map((name) => ({ name })),
  webServer: {
    command: 'node e2e/serve.mjs',
    cwd: '../..',
    url: `${address}/api/health`,
    timeout: 180_000,
    env: { PORT: String(port), DATA_DIR: dataDir },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
