import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../server/src/database/embedded-postgres.ts';
import { fillDatabase } from '../generators/database.ts';
import { runProcess } from '../harness/run-process.ts';

/** A PostgreSQL with this many posts, and a replica of it. */
await runProcess<'replicated'>(async ({ posts }, waitUntilStopped) => {
  const [primaryDir, replicaDir] = [makeDataDir(), makeDataDir()];
  try {
    const source = await startEmbeddedPostgres(primaryDir);
    await fillDatabase(source, primaryDir, { posts });
    await source.stop();
    // Unlike Node's own copying, this keeps the owner.
    execFileSync('cp', ['-a', join(primaryDir, 'database'), replicaDir]);
    writeFileSync(join(replicaDir, 'database', 'cluster', 'standby.signal'), '');

    const primary = await startEmbeddedPostgres(primaryDir);
    const { host, user, password } = primary.superuser;
    const replica = await startEmbeddedPostgres(replicaDir, {
      primary_conninfo: `host=${host} user=${user} password=${String(password)}`,
    });
    try {
      await waitUntilStopped({ primary: primary.connection, replica: replica.connection });
    } finally {
      await replica.stop();
      await primary.stop();
    }
  } finally {
    for (const folder of [primaryDir, replicaDir]) rmSync(folder, { recursive: true, force: true });
  }
});

function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lx-'));
  // mkdtemp makes the folder private, but as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  return folder;
}
