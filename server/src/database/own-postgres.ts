import pg from 'pg';
import { StartUpError } from '../start-up-error.ts';
import type { Cluster } from './embedded-postgres.ts';

const oldestVersion = 14;

/** An operator's own PostgreSQL, which we neither start nor stop. */
export async function connectToOwnPostgres(databaseUrl: string): Promise<Cluster> {
  const connection = { connectionString: databaseUrl };
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query('show server_version_num');
    if (Number(rows[0].server_version_num) < oldestVersion * 10_000) {
      throw new StartUpError(
        `DATABASE_URL leads to a PostgreSQL older than ${oldestVersion}: take a newer one.`,
      );
    }
  } catch (error) {
    if (error instanceof StartUpError) throw error;
    const { host } = new URL(databaseUrl);
    throw new StartUpError(
      `PostgreSQL at ${host} (DATABASE_URL) cannot be reached: ${reasonOf(error)}.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
  return { connection, stop: async () => undefined };
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
