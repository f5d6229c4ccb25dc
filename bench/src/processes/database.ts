import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../server/src/database/embedded-postgres.ts';
import { fillDatabase } from '../generators/database.ts';
import { runProcess } from '../harness/run-process.ts';

/** Checkpoints every few minutes instead of every few seconds, and no autovacuum. */
const bulkLoadSettings = { max_wal_size: '8GB', checkpoint_timeout: '15min', autovacuum: 'off' };

/** The PostgreSQL of `npm start`, equally durable, with the demo data. */
await runProcess<'database'>(async (input, waitUntilStopped) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lx-'));
  try {
    // mkdtemp makes the folder private, but as root, PostgreSQL runs as another user.
    chmodSync(dataDir, 0o755);
    const cluster = await startEmbeddedPostgres(
      dataDir,
      input.students || input.notifications || input.schools ? bulkLoadSettings : {},
    );
    try {
      await fillDatabase(cluster, dataDir, input);
      await waitUntilStopped(cluster.connection);
    } finally {
      await cluster.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
