import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../server/src/database/embedded-postgres.ts';
import { fillDatabase } from '../generators/database.ts';
import { whenStarted } from '../harness/started.ts';

/** A checkpoint every few minutes instead of every few seconds, and no vacuum but our own. */
const forBulkLoad = { max_wal_size: '8GB', checkpoint_timeout: '15min', autovacuum: 'off' };

/** A PostgreSQL as a newcomer's `npm start` makes it, as durable as that one, with the demo in it. */
await whenStarted<'database'>(async (given, untilUnneeded) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lx-'));
  try {
    // mkdtemp closes the folder to others; as root, PostgreSQL's own user has to get in.
    chmodSync(dataDir, 0o755);
    const cluster = await startEmbeddedPostgres(
      dataDir,
      given.students || given.notifications ? forBulkLoad : {},
    );
    try {
      await fillDatabase(cluster.connection, dataDir, given);
      await untilUnneeded(cluster.connection);
    } finally {
      await cluster.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
