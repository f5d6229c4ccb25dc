import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { Database } from '../database/database.ts';
import { openCheckedDatabase } from './checked-database.ts';
import { afterFile, type CleanupHook } from './cleanup-hooks.ts';
import { template } from './postgres-for-tests.ts';

/** A clone of the migrated database for one test file, or one test. */
export async function makeTestDatabase(onCleanup: CleanupHook = afterFile): Promise<Database> {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOnServer(server, `create database ${name} template ${template}`);
  const connection = { ...server, database: name };
  onCleanup(() => runOnServer(server, `drop database ${name} with (force)`));
  return openCheckedDatabase(connection, onCleanup);
}

/** An empty database, as an operator creates it, and its DATABASE_URL. It is deleted after the whole run. */
export async function makeEmptyDatabase() {
  const server = inject('postgres');
  const database = `empty_${randomBytes(6).toString('hex')}`;
  await runOnServer(server, `create database ${database}`);
  const connection = { ...server, database };
  return { connection, url: toDatabaseUrl(connection) };
}

/** The DATABASE_URL of a socket connection. */
export function toDatabaseUrl({ user, password, host, database }: pg.ClientConfig): string {
  const socket = encodeURIComponent(String(host));
  return `postgres://${user}:${String(password)}@localhost/${database}?host=${socket}`;
}

/** An empty database, opened until the test ends. */
export async function openEmptyDatabase(): Promise<Database> {
  const { connection } = await makeEmptyDatabase();
  return openCheckedDatabase(connection, onTestFinished);
}

/** A copy of a database that nobody is connected to, opened until the test ends. */
export async function copyDatabase({ database }: pg.ClientConfig): Promise<Database> {
  const server = inject('postgres');
  const name = `${database}_${randomBytes(6).toString('hex')}`;
  await runOnServer(server, `create database ${name} template ${database}`);
  return openCheckedDatabase({ ...server, database: name }, onTestFinished);
}

/** Runs statements in a session of their own. */
export async function runOnServer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    // Cloning needs exclusive access to the template; parallel files take turns.
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
