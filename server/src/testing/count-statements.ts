import type { Database } from '../database/database.ts';

/** How many SQL statements go through the pool while `run` runs. */
export async function countStatements(
  { pool }: Database,
  run: () => Promise<unknown>,
): Promise<number> {
  let count = 0;
  const query = pool.query.bind(pool);
  const countingQuery = ((...args: Parameters<typeof query>) => {
    count += 1;
    return query(...args);
  }) as typeof pool.query;
  Object.assign(pool, { query: countingQuery });
  try {
    await run();
  } finally {
    Object.assign(pool, { query });
  }
  return count;
}
