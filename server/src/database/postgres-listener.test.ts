import { expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase } from '../testing/test-database.ts';
import { makeTestLog } from '../testing/test-log.ts';
import { PostgresListener } from './postgres-listener.ts';

test('the cause of a lost connection is logged before the listener reconnects', async () => {
  const database = await makeTestDatabase(onTestFinished);
  const log = makeTestLog();
  let reconnects = 0;
  const onReconnect = () => void reconnects++;
  const listener = new PostgresListener(
    database,
    { channels: { anything: () => undefined }, onReconnect },
    log,
  );
  await listener.start();
  onTestFinished(() => listener.close());
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lop-xanh listens to anything'`,
  );
  await expect.poll(() => reconnects).toBe(1);
  expect(log.lines).toEqual([
    {
      message: 'lost the connection that listens to anything',
      error: 'terminating connection due to administrator command',
    },
  ]);
});
