import type { Database } from '../database/database.ts';

/** How many statements go through the pool while something is asked for. */
export async function countStatements(
  { pool }: Database,
  ask: () => Promise<unknown>,
): Promise<number> {
  let count = 0;
  const query = pool.query.bind(pool);
  const counting = ((...args: Parameters<typeof query>) => {
    count += 1;
    return query(...args);
  }) as typeof pool.query;
  Object.assign(pool, { query: counting });
  try {
    await ask();
  } finally {
    Object.assign(pool, { query });
  }
  return count;
}
