import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../server/src/database/embedded-postgres.ts';
import { fillDatabase } from '../generators/database.ts';
import { whenStarted } from '../harness/started.ts';

/** A PostgreSQL with so many posts, and one that follows it. */
await whenStarted<'replicated'>(async ({ posts }, untilUnneeded) => {
  const [primaryDir, replicaDir] = [makeFolder(), makeFolder()];
  try {
    const made = await startEmbeddedPostgres(primaryDir);
    await fillDatabase(made.connection, primaryDir, { posts });
    await made.stop();
    // Its owner is kept, which Node's own copying does not do.
    execFileSync('cp', ['-a', join(primaryDir, 'database'), replicaDir]);
    writeFileSync(join(replicaDir, 'database', 'cluster', 'standby.signal'), '');

    const primary = await startEmbeddedPostgres(primaryDir);
    const { host, user, password } = primary.connection;
    const replica = await startEmbeddedPostgres(replicaDir, {
      primary_conninfo: `host=${host} user=${user} password=${String(password)}`,
    });
    try {
      await untilUnneeded({ primary: primary.connection, replica: replica.connection });
    } finally {
      await replica.stop();
      await primary.stop();
    }
  } finally {
    for (const folder of [primaryDir, replicaDir]) rmSync(folder, { recursive: true, force: true });
  }
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lx-'));
  // mkdtemp closes the folder to others; as root, PostgreSQL's own user has to get in.
  chmodSync(folder, 0o755);
  return folder;
}
