import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../database/database.ts';

/** How many SQL statements `run` sends through the pool, without those of background work. */
export async function countStatements(
  { pool }: Database,
  run: () => Promise<unknown>,
): Promise<number> {
  let count = 0;
  const context = new AsyncLocalStorage<true>();
  const query = pool.query.bind(pool);
  const countingQuery = ((...args: Parameters<typeof query>) => {
    if (context.getStore()) count += 1;
    return query(...args);
  }) as typeof pool.query;
  Object.assign(pool, { query: countingQuery });
  try {
    // `inject` starts the request when it is awaited, which must happen inside the context too.
    await context.run(true, async () => void (await run()));
  } finally {
    Object.assign(pool, { query });
  }
  return count;
}
