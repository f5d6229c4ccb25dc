import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import type { Cluster } from './embedded-postgres.ts';

const minVersion = 14;

/** Connects to the operator's own PostgreSQL, which we neither start nor stop. */
export async function connectToExternalPostgres(databaseUrl: string): Promise<Cluster> {
  const connection = { connectionString: databaseUrl };
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query('show server_version_num');
    if (Number(rows[0].server_version_num) < minVersion * 10_000) {
      throw new OperatorError(
        `The PostgreSQL at DATABASE_URL is too old: version ${minVersion} or newer is required.`,
      );
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const { host } = new URL(databaseUrl);
    throw new OperatorError(
      `Cannot connect to PostgreSQL at ${host} (DATABASE_URL): ${describeError(error)}.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
  return { connection, stop: async () => undefined };
}

function describeError(error: unknown): string {
  if (error instanceof AggregateError) return describeError(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
