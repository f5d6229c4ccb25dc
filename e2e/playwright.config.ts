import { defineConfig } from '@playwright/test';
import { address, chromium, dataDir, otherOrigin, port } from './settings.ts';

export default defineConfig({
  testDir: '.',
  // The journeys of `npm run browsers`, `npm run screens`, `npm run first-day` and `npm run year`, which take long.
  testIgnore: [
    'e2e/browsers/**',
    ...(process.env.GALLERY ? [] : ['gallery*.spec.ts']),
    ...(process.env.FIRST_DAY ? [] : ['first-day.spec.ts']),
    ...(process.env.FAKETIME_LIBRARY ? [] : ['whole-year.spec.ts']),
  ],
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A busy machine takes its time; what never comes fails all the same.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: address,
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    // A button can be pressed only once it stands still.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // A page's requests can be watched and cut only where no worker answers them.
    serviceWorkers: 'block',
    launchOptions: chromium,
  },
  webServer: {
    command: 'node e2e/serve.mjs',
    cwd: '..',
    url: `${address}/api/health`,
    env: { PORT: String(port), DATA_DIR: dataDir, WEB_ORIGIN: otherOrigin },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
