import { site } from '@lop-xanh/contract/site';
import pg from 'pg';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../database/database.ts';
import { locks } from '../database/locks.ts';
import { migrationNames } from '../database/migration-files.ts';
import { migrate } from '../database/migrator.ts';
import { PostgresListener } from '../database/postgres-listener.ts';
import { fetchStatus } from '../testing/faulty-server.ts';
import { startPgBouncer } from '../testing/pgbouncer.ts';
import { SchoolSimulation } from '../testing/school-simulation.ts';
import { makeDataDir, spawnServer, startServerProcess } from '../testing/server-process.ts';
import { makeEmptyDatabase, openEmptyDatabase } from '../testing/test-database.ts';
import { makeTestLog } from '../testing/test-log.ts';

describe('PgBouncer in session mode', () => {
  test('serves a whole school', { timeout: 180_000 }, async () => {
    const direct = await openEmptyDatabase();
    const { url: DATABASE_URL } = await startPgBouncer('session', direct.connection);
    const { address, output } = await startServerProcess({
      DATABASE_URL,
      DATA_DIR: makeDataDir(),
      DEMO: '1',
    });
    const simulation = new SchoolSimulation(11);
    await simulation.begin(address);
    await simulation.waitForEveryKind();
    await simulation.end();
    await simulation.settle(address);
    expect(simulation.invalidResponses).toEqual([]);
    const failures = output()
      .split('\n')
      .filter((line) => line.includes('request failed'));
    expect(failures).toEqual([]);
    expect(simulation.unavailableCount).toBe(0);
    expect(await simulation.findLostActions(direct.db)).toEqual([]);
    expect(await fetchStatus(address, site.health.path)).toBe(200);
  });

  test('keeps our limits and delivers notifications', async () => {
    const direct = await makeEmptyDatabase();
    const { connection } = await startPgBouncer('session', direct.connection);
    const database = openDatabase(connection);
    onTestFinished(() => database.close());
    const limit = sql`select current_setting('statement_timeout')`;
    expect(await database.db.value(z.string(), limit)).toBe('20s');
    const received: string[] = [];
    const channels = { anything: (payload: string) => void received.push(payload) };
    const options = { channels, onReconnect: () => undefined };
    const listener = new PostgresListener(database, options, makeTestLog());
    await listener.start();
    onTestFinished(() => listener.close());
    await database.db.run(sql`select pg_notify('anything', 'here')`);
    await expect.poll(() => received).toEqual(['here']);
  });
});

describe('an upgrade through PgBouncer', () => {
  /** A database of an older version, its pooler, and connections through that. */
  async function startOlderVersion() {
    const direct = await makeEmptyDatabase();
    await migrate(direct.connection, { names: migrationNames().slice(0, 1) });
    const { connection } = await startPgBouncer('session', direct.connection);
    const connect = async (application_name: string) => {
      const client = new pg.Client({ ...connection, application_name });
      await client.connect();
      await client.query('select from users');
      return client;
    };
    return { connection, connect };
  }
  const pending = migrationNames().length - 1;

  test('says who holds a lock that it waits for, gives up, and can be repeated', async () => {
    const { connection, connect } = await startOlderVersion();
    const holder = await connect('somebody else');
    await holder.query('begin; lock table users');
    const reports: string[] = [];
    const report = (text: string) => void reports.push(text);
    const start = migrate(connection, { report, timeoutMs: 3_000 });
    await expect(start).rejects.toThrow(/after 3 seconds .* \(process \d+, somebody else, /);
    expect(reports).toEqual([expect.stringMatching(/^Waiting for a lock .*somebody else/)]);
    await holder.end();
    expect(await migrate(connection)).toHaveLength(pending);
  });

  test('waits for older servers, but not for the sessions that the pooler keeps of them', async () => {
    const { connection, connect } = await startOlderVersion();
    const server = await connect('lop-xanh');
    const start = migrate(connection, { timeoutMs: 500 });
    await expect(start).rejects.toThrow(/after 0.5 seconds other servers still used it/);
    await server.end();
    expect(await migrate(connection, { timeoutMs: 10_000 })).toHaveLength(pending);
  });
});

describe('PgBouncer in transaction mode', () => {
  test('is refused in one sentence', async () => {
    const direct = await makeEmptyDatabase();
    const { url: DATABASE_URL } = await startPgBouncer('transaction', direct.connection);
    const { ended, output } = spawnServer({ DATABASE_URL, DATA_DIR: makeDataDir() });
    expect(await ended).toBe(1);
    const [sentence, ...others] = output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('…'));
    expect(sentence).toMatch(/^The connection pooler at DATABASE_URL is in transaction mode: /);
    expect(others).toEqual([]);
  });

  test('keeps the lock of a client that is gone, and a migration says so', async () => {
    const direct = await makeEmptyDatabase();
    const pooled = await startPgBouncer('transaction', direct.connection);
    const gone = new pg.Client({ ...pooled.connection, application_name: 'an older server' });
    await gone.connect();
    await gone.query('select pg_advisory_lock($1)', [locks.migration]);
    await gone.end();
    const reports: string[] = [];
    const report = (text: string) => void reports.push(text);
    const start = migrate(direct.connection, { report, timeoutMs: 3_000 });
    await expect(start).rejects.toThrow(/another session still held a lock \(process \d+/);
    expect(reports).toEqual([expect.stringMatching(/^Waiting for a lock .*an older server/)]);
  });
});
