import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { migrate } from '../database/migrator.ts';
import { startDebianPostgres } from './debian-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: pg.ClientConfig;
  }
}

/** `npm run several` sets this to Debian's PostgreSQL; the default is the embedded one. */
const binaries = process.env.POSTGRES_BINARIES;
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
};

export const template = 'template_migrated';

/** Starts one real PostgreSQL for the whole run, with a migrated database for every test file to clone. */
export default async function startPostgresForTests(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lx-'));
  // mkdtemp denies access to others; when run as root, PostgreSQL's own user needs it.
  chmodSync(dataDir, 0o755);
  const cluster = binaries
    ? await startDebianPostgres({ folder: dataDir, binaries, settings })
    : await startEmbeddedPostgres(dataDir, settings);
  // Every test file creates a database, which the app may not.
  const connection = 'superuser' in cluster ? cluster.superuser : cluster.connection;
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  await migrate({ ...connection, database: template });
  project.provide('postgres', connection);
  return async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
