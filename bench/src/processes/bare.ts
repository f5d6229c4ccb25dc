import fastify from 'fastify';
import { openDatabase } from '../../../server/src/database/database.ts';
import { addFeedRoutes } from '../bare/feed.ts';
import { addMeRoutes } from '../bare/me.ts';
import { addWriteRoutes } from '../bare/writes.ts';
import { runProcess } from '../harness/run-process.ts';

/** Plain Fastify with the same database pool as the real server. */
await runProcess<'bare'>(async (connection, waitUntilStopped) => {
  const database = openDatabase(connection);
  const app = fastify();
  addMeRoutes(app, database);
  await addFeedRoutes(app, database);
  await addWriteRoutes(app, database);
  try {
    await waitUntilStopped(await app.listen({ host: '127.0.0.1', port: 0 }));
  } finally {
    await app.close();
    await database.close();
  }
});
