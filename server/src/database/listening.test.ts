import { expect, onTestFinished, test } from 'vitest';
import { keepLog } from '../testing/kept-log.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { Listening } from './listening.ts';

test('why a connection that listens broke is logged before it is opened again', async () => {
  const database = await makeTestDatabase(onTestFinished);
  const log = keepLog();
  let returns = 0;
  const onBack = () => void returns++;
  const listening = new Listening(
    database,
    { channels: { anything: () => undefined }, onBack },
    log,
  );
  await listening.start();
  onTestFinished(() => listening.close());
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lop-xanh listens to anything'`,
  );
  await expect.poll(() => returns).toBe(1);
  expect(log.lines).toEqual([
    {
      message: 'the connection that listens to anything failed',
      error: 'terminating connection due to administrator command',
    },
  ]);
});
