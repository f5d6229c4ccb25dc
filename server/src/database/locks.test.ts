import { expect, onTestFinished, test } from 'vitest';
import { OperatorError } from '../operator-error.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { locks, takeStartLock } from './locks.ts';

test('no two advisory locks share a number', () => {
  const keys = Object.values(locks);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a start gives up on a lock that another one does not release', async () => {
  const { db, connection } = await makeTestDatabase(onTestFinished);
  const hasty = openDatabase(connection, { limits: { statementMs: 300 } });
  onTestFinished(() => hasty.close());
  await db.transaction(async (holder) => {
    await takeStartLock(holder, 'storage');
    const start = hasty.db.transaction((transaction) => takeStartLock(transaction, 'storage'));
    await expect(start).rejects.toThrow(OperatorError);
    await hasty.db.transaction((transaction) => takeStartLock(transaction, 'demo'));
  });
  await hasty.db.transaction((transaction) => takeStartLock(transaction, 'storage'));
});
