import { defineConfig } from 'vitest/config';

const conditions = ['source'];

export default defineConfig({
  test: {
    // Many tests wait for a server to start or stop, so each core has one to work for.
    maxWorkers: 2,
    projects: [
      { test: { name: 'project', include: ['scripts/**/*.test.mjs'] } },
      {
        ssr: { resolve: { conditions } },
        test: { name: 'contract', include: ['contract/src/**/*.test.ts'] },
      },
      {
        ssr: { resolve: { conditions } },
        test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] },
      },
      {
        ssr: { resolve: { conditions } },
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: 'server/src/testing/postgres-for-tests.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A busy machine takes its time; what never comes fails all the same.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
