import { defineConfig } from 'vitest/config';
import { language } from './web/language-plugin.ts';

const conditions = ['source'];
const shared = {
  /** A test that runs alone would hide that the others did not. */
  allowOnly: false,
  /** Files share a process and its modules, which are slow to load; each cleans up after itself. */
  isolate: false,
};

/** What needs nginx runs where `npm run several` has found one. */
const behindNginx = process.env.NGINX_BINARY ? [] : ['server/src/rolling-restart.test.ts'];

export default defineConfig({
  test: {
    // Many tests wait for a server to start or stop, so each core has one to work for.
    maxWorkers: 2,
    projects: [
      { test: { ...shared, name: 'project', include: ['scripts/**/*.test.mjs'] } },
      {
        ssr: { resolve: { conditions } },
        test: { ...shared, name: 'contract', include: ['contract/src/**/*.test.ts'] },
      },
      {
        plugins: [language()],
        ssr: { resolve: { conditions } },
        test: {
          ...shared,
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: 'web/src/language/default-for-tests.ts',
        },
      },
      {
        ssr: { resolve: { conditions } },
        test: {
          ...shared,
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: behindNginx,
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
