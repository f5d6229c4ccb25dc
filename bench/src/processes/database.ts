import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { openDatabase } from '../../../server/src/database/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/database/embedded-postgres.ts';
import { migrate } from '../../../server/src/database/migrator.ts';
import { fillDemo } from '../../../server/src/demo/fill-demo.ts';
import { openDiskStorage } from '../../../server/src/storage/disk-storage.ts';
import { fillAttendance } from '../generators/attendance.ts';
import { fillPosts } from '../generators/posts.ts';
import { whenStarted } from '../harness/started.ts';

/** A checkpoint every few minutes instead of every few seconds, and no vacuum but our own. */
const forBulkLoad = { max_wal_size: '8GB', checkpoint_timeout: '15min', autovacuum: 'off' };

/** A PostgreSQL as a newcomer's `npm start` makes it, as durable as that one, with the demo in it. */
await whenStarted<'database'>(async (given, untilUnneeded) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lx-'));
  try {
    // mkdtemp closes the folder to others; as root, PostgreSQL's own user has to get in.
    chmodSync(dataDir, 0o755);
    const cluster = await startEmbeddedPostgres(dataDir, given.pupils ? forBulkLoad : {});
    try {
      await prepare(cluster.connection, dataDir, given);
      await untilUnneeded(cluster.connection);
    } finally {
      await cluster.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function prepare(
  connection: ClientConfig,
  dataDir: string,
  { posts = 0, pupils = 0 }: { posts?: number; pupils?: number },
): Promise<void> {
  await migrate(connection);
  const database = openDatabase(connection, { statement_timeout: 0 });
  await fillDemo(database.db, openDiskStorage(dataDir));
  if (posts > 0) await fillPosts(database.pool, posts);
  if (pupils > 0) await fillAttendance(connection, { pupils });
  // What autovacuum does within the first minute: not to happen in the middle of a measurement.
  await database.pool.query('vacuum analyze');
  await database.close();
}
