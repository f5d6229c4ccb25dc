import { Socket } from 'node:net';
import pg from 'pg';
import sql, { join, raw } from 'sql-template-tag';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { findWrongRow, openCheckedDatabase } from '../testing/checked-database.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';

const { db, pool, connection } = await makeTestDatabase();
await db.run(sql`create table items (id bigint primary key, name text)`);
beforeEach(() => db.run(sql`delete from items`));

const addItem = (id: number, target = db) =>
  target.run(sql`insert into items values (${id}, ${`item ${id}`})`);
const countItems = () => db.value(z.number(), sql`select count(*) from items`);

const item = z.object({ id: z.number(), name: z.string() });

test('rows, single rows, columns and counts are read', async () => {
  expect(await addItem(1)).toBe(1);
  await addItem(2);
  const isFirst = sql`id = ${1}`;
  const all = sql`select id, name from items order by id`;
  expect(await db.many(item, all)).toEqual([
    { id: 1, name: 'item 1' },
    { id: 2, name: 'item 2' },
  ]);
  expect(await db.values(z.number(), sql`select id from items order by id`)).toEqual([1, 2]);
  expect(await db.one(item, sql`select id, name from items where ${isFirst}`)).toEqual({
    id: 1,
    name: 'item 1',
  });
  const conditions = [isFirst, sql`name = ${'item 2'}`];
  const none = sql`select id, name from items where ${join(conditions, ' and ')}`;
  expect(await db.maybeOne(item, none)).toBeUndefined();
  await expect(db.one(item, none)).rejects.toThrow('Expected one row, got 0');
  await expect(db.one(item, all)).rejects.toThrow('Expected one row, got 2');
  await expect(db.maybeOne(item, all)).rejects.toThrow('Expected one row, got 2');
  await expect(db.value(z.number(), all)).rejects.toThrow('Expected one column');
  expect(await db.run(sql`delete from items`)).toBe(2);
});

test.each([
  ['a missing column', sql`select 1 as id`],
  ['an undeclared column', sql`select 1 as id, 'a' as name, 2 as age`],
  ['a value of another type', sql`select '1' as id, 'a' as name`],
  ['an undeclared null', sql`select 1 as id, null as name`],
])('a row with %s is wrong', async (_, statement) => {
  const unchecked = openDatabase(connection);
  const rows = await unchecked.db.many(item, statement);
  await unchecked.close();
  expect(findWrongRow(item, [{ id: 1, name: 'a' }, ...rows], statement)?.message).toContain(
    statement.text,
  );
});

test('an undeclared field inside a JSON column is wrong', () => {
  const schema = z.object({ item });
  const rows = [{ item: { id: 1, name: 'a', age: 2 } }];
  expect(findWrongRow(schema, rows, sql`select`)).toBeInstanceOf(Error);
});

test('a wrong row fails the test even if its error is caught', async () => {
  const cleanUps: (() => Promise<void> | void)[] = [];
  const checked = openCheckedDatabase(connection, (cleanUp) => void cleanUps.push(cleanUp));
  await checked.db.one(item, sql`select 1 as id, 'a' as name`);
  const read = checked.db.one(item, sql`select 1 as id`);
  const error = await read.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(Error);
  await expect(async () => cleanUps[0]?.()).rejects.toBe(error);
});

test('the rows of every read are checked', async () => {
  const checked: unknown[][] = [];
  const strict = openDatabase(connection, { checkRows: (_, rows) => void checked.push(rows) });
  const one = sql`select 1 as id`;
  const row = z.object({ id: z.number() });
  await strict.db.many(row, one);
  await strict.db.one(row, one);
  await strict.db.maybeOne(row, one);
  await strict.db.value(z.number(), one);
  await strict.db.values(z.number(), one);
  await strict.db.transaction((transaction) => transaction.one(row, one));
  await strict.close();
  expect(checked).toEqual([[{ id: 1 }], [{ id: 1 }], [{ id: 1 }], [1], [1], [{ id: 1 }]]);
});

test('a host that sends nothing is left after its own limit for statements, and within 25 seconds', async () => {
  const setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const opened = openDatabase(connection);
  const client = await opened.pool.connect();
  const { rows } = await client.query(
    `select setting::int as ms from pg_settings where name = 'statement_timeout'`,
  );
  const { timeout } = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  client.release();
  await opened.close();
  expect(rows[0].ms).toBeGreaterThan(0);
  expect(timeout).toBeGreaterThan(rows[0].ms);
  expect(timeout).toBeLessThanOrEqual(25_000);
  // An idle connection is probed by the operating system.
  expect(setKeepAlive.mock.calls).toEqual([[true, 10_000]]);
});

test('a statement is prepared once per connection, whatever its values', async () => {
  const prepared = await db.transaction(async (transaction) => {
    for (const text of ['a', 'b', 'c']) {
      await transaction.value(z.string(), sql`select ${text}::text || '!'`);
    }
    return transaction.value(
      z.number(),
      sql`select count(*) from pg_prepared_statements where statement like 'select $1::text ||%'`,
    );
  });
  expect(prepared).toBe(1);
});

test('a transaction commits all of its statements, or none', async () => {
  await db.transaction(async (transaction) => {
    await addItem(1, transaction);
    expect(await countItems()).toBe(0);
  });
  expect(await countItems()).toBe(1);
  const failing = db.transaction(async (transaction) => {
    await addItem(2, transaction);
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  expect(await countItems()).toBe(1);
});

test('a transaction with repeatable read sees one snapshot', async () => {
  await addItem(1);
  const isolation = 'repeatable read' as const;
  const count = sql`select count(*) from items`;
  await db.transaction(
    async (transaction) => {
      expect(await transaction.value(z.number(), count)).toBe(1);
      await addItem(2);
      expect(await transaction.value(z.number(), count)).toBe(1);
    },
    { isolation },
  );
});

test('transactions do not nest', async () => {
  const nested = db.transaction((transaction) => transaction.transaction(async () => undefined));
  await expect(nested).rejects.toThrow('do not nest');
});

test('a connection that is lost in a transaction is not used again', async () => {
  const lost = db.transaction(async (transaction) => {
    const pid = await transaction.value(z.number(), sql`select pg_backend_pid()`);
    const other = new pg.Client(connection);
    await other.connect();
    await other.query('select pg_terminate_backend($1)', [pid]);
    await other.end();
    await addItem(1, transaction);
  });
  await expect(lost).rejects.toThrow(/terminat|connection/i);
  expect(pool.totalCount).toBe(pool.idleCount);
  expect(await countItems()).toBe(0);
});

test('a connection prepares a limited number of statements, and runs the others all the same', async () => {
  await db.transaction(async (transaction) => {
    for (let number = 0; number < 1_100; number++) {
      const statement = sql`select ${raw(String(number))}`;
      expect(await transaction.value(z.number(), statement)).toBe(number);
    }
    const prepared = sql`select count(*) from pg_prepared_statements`;
    expect(await transaction.value(z.number(), prepared)).toBeLessThanOrEqual(1_000);
  });
});
