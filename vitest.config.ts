import { defineConfig } from 'vitest/config';

const conditions = ['source'];

export default defineConfig({
  test: {
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
        },
      },
    ],
  },
});
