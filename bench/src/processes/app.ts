import { tmpdir } from 'node:os';
import { buildApp } from '../../../server/src/app.ts';
import { readConfig } from '../../../server/src/config.ts';
import { openDatabase } from '../../../server/src/database/database.ts';
import { startPushing } from '../../../server/src/features/push/start-pushing.ts';
import { openDiskStorage } from '../../../server/src/storage/disk-storage.ts';
import { runProcess } from '../harness/run-process.ts';

const unlimited = Number.MAX_SAFE_INTEGER;

/** The real server, with limits that count as usual but are never reached. */
await runProcess<'app'>(async (connection, waitUntilStopped) => {
  const database = openDatabase(connection);
  const config = readConfig({ DEMO: '1' });
  const app = await buildApp({
    config,
    database,
    // No case reads a file.
    storage: openDiskStorage(tmpdir()),
    rateLimits: { perUser: unlimited, perAddress: unlimited },
    // A load has few users.
    queueLimits: { reads: unlimited, expensive_reads: unlimited },
  });
  // Always outside the quiet hours.
  const now = () => new Date('2026-11-17T05:00:00Z');
  const stopPushing = startPushing(database, { config, log: console, now });
  try {
    await waitUntilStopped(await app.listen({ host: '127.0.0.1', port: 0 }));
  } finally {
    await stopPushing();
    await app.close();
    await database.close();
  }
});
