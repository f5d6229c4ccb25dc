import fastify from 'fastify';
import { openDatabase } from '../../../server/src/database/database.ts';
import { bareFeed } from '../bare/feed.ts';
import { bareMe } from '../bare/me.ts';
import { bareWrites } from '../bare/writes.ts';
import { whenStarted } from '../harness/started.ts';

/** Fastify with nothing added, and the same pool as the real server's. */
await whenStarted<'bare'>(async (connection, untilUnneeded) => {
  const database = openDatabase(connection);
  const app = fastify();
  bareMe(app, database);
  await bareFeed(app, database);
  await bareWrites(app, database);
  try {
    await untilUnneeded(await app.listen({ host: '127.0.0.1', port: 0 }));
  } finally {
    await app.close();
    await database.close();
  }
});
