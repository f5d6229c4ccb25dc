import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { type AtEnd, afterFile } from './at-end.ts';
import { template } from './postgres-for-tests.ts';

/** A database of the test file's own, or the test's: a clone of the migrated one. */
export async function makeTestDatabase(atEnd: AtEnd = afterFile): Promise<Database> {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${template}`);
  const connection = { ...server, database: name };
  const database = openDatabase(connection);
  atEnd(async () => {
    await database.close();
    await administer(server, `drop database ${name} with (force)`);
  });
  return database;
}

/** An empty one, as an operator makes it for us, and its address as a setting. It goes with the whole run. */
export async function makeEmptyDatabase() {
  const server = inject('postgres');
  const database = `empty_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${database}`);
  const connection = { ...server, database };
  return { connection, url: urlOf(connection) };
}

/** A connection by socket as the setting DATABASE_URL. */
export function urlOf({ user, password, host, database }: pg.ClientConfig): string {
  const socket = encodeURIComponent(String(host));
  return `postgres://${user}:${String(password)}@localhost/${database}?host=${socket}`;
}

/** The same, opened until the end of the test. */
export async function openEmptyDatabase(): Promise<Database> {
  const { connection } = await makeEmptyDatabase();
  const database = openDatabase(connection);
  onTestFinished(() => database.close());
  return database;
}

/** Runs a statement that belongs to no database, such as making one. */
async function administer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  // Cloning needs the template to itself; parallel files take turns.
  await client.query('select pg_advisory_lock(1)');
  await client.query(statement);
  await client.end();
}
