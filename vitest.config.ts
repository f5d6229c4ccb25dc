import { defineConfig } from 'vitest/config';
import { language } from './web/language-plugin.ts';

const conditions = ['source'];
const shared = {
  /** A test that runs alone would hide that the others did not. */
  allowOnly: false,
  /** Files share a process and its modules, which are slow to load; each cleans up after itself. */
  isolate: false,
  // A busy machine takes its time; what never comes fails all the same.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};

/** What needs nginx runs where `npm run several` has found one. */
const behindNginx = process.env.NGINX_BINARY ? [] : ['server/src/rolling-restart.test.ts'];

/** What breaks a cluster runs where `npm run cluster` has found its parts. */
const inCluster = process.env.CLUSTER_FAULTS ? [] : ['server/src/cluster.test.ts'];

/** What needs components from Debian, such as PgBouncer, runs with `npm run real`. */
const isReal = process.env.REAL === '1';

/** What examines and installs the packages runs where `npm run package-test` has made them. */
const packaging = process.env.PACKAGES ? [] : ['scripts/package/*.test.mjs'];

export default defineConfig({
  test: {
    // Many tests wait for a server to start or stop: two of them leave almost half of two cores idle.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'project',
          include: ['scripts/**/*.test.mjs'],
          exclude: packaging,
        },
      },
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
          include: [isReal ? 'server/src/real/*.test.ts' : 'server/src/**/*.test.ts'],
          exclude: isReal ? [] : ['server/src/real/*.test.ts', ...behindNginx, ...inCluster],
          globalSetup: 'server/src/testing/postgres-for-tests.ts',
        },
      },
    ],
  },
});
