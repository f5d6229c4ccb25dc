import { OperatorError } from '../operator-error.ts';
import { type Connection, DatabaseClient } from './database-client.ts';
import { parseDatabaseUrl } from './database-url.ts';
import type { Cluster } from './embedded-postgres.ts';
import { describeHost } from './host-list.ts';
import { DatabaseAwayError, describeError } from './postgres-errors.ts';

const minVersion = 14;
const queryTimeoutMs = 10_000;
const poolingRounds = 3;

/** Connects to the operator's own PostgreSQL, which we neither start nor stop. */
export async function connectToExternalPostgres(databaseUrl: string): Promise<Cluster> {
  const connection = parseDatabaseUrl(databaseUrl);
  const settings = { ...connection, application_name: 'lop-xanh', query_timeout: queryTimeoutMs };
  const [client, other] = [new DatabaseClient(settings), new DatabaseClient(settings)];
  try {
    await client.connect();
    await assertVersion(client);
    await other.connect();
    await assertOwnSession(client, other);
  } catch (error) {
    throw error instanceof OperatorError ? error : explainFailure(error, connection);
  } finally {
    await Promise.all([client, other].map((each) => each.end().catch(() => undefined)));
  }
  return { connection, stop: async () => undefined };
}

async function assertVersion(client: DatabaseClient): Promise<void> {
  const { rows } = await client.query('show server_version_num');
  if (Number(rows[0].server_version_num) >= minVersion * 10_000) return;
  throw new OperatorError(
    `The PostgreSQL at DATABASE_URL is too old: version ${minVersion} or newer is required.`,
  );
}

/**
 * A pooler in transaction mode gives our session to another client whenever we are not in a transaction.
 * Prepared statements, limits, locks and notifications would go astray. It shows when another client
 * holds a transaction: the session we had before is then taken.
 */
async function assertOwnSession(client: DatabaseClient, other: DatabaseClient): Promise<void> {
  for (let round = 0; round < poolingRounds; round++) {
    const before = await readSessionId(client);
    await other.query('begin');
    const during = await readSessionId(client);
    await other.query('rollback');
    if (before === during) continue;
    throw new OperatorError(
      'The connection pooler at DATABASE_URL is in transaction mode: set it to session mode (PgBouncer: pool_mode = session), or connect to PostgreSQL directly.',
    );
  }
}

async function readSessionId(client: DatabaseClient): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as id');
  return rows[0].id;
}

function explainFailure(error: unknown, connection: Connection): OperatorError {
  const connections: readonly Connection[] = connection.hosts?.all ?? [connection];
  const hosts = connections.map(describeHost).join(', ');
  const verb = error instanceof DatabaseAwayError ? 'use' : 'connect to';
  return new OperatorError(
    `Cannot ${verb} PostgreSQL at ${hosts} (DATABASE_URL): ${describeError(error)}.`,
  );
}
