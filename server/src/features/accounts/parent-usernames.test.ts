import { expect, test } from 'vitest';
import { countStatements } from '../../testing/count-statements.ts';
import { addSchool, addUser, updateRow } from '../../testing/fixtures.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { chooseUsernames } from './parent-usernames.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const school_id = await addSchool(db);

async function addParent(username: string): Promise<void> {
  const { id } = await addUser(database, { role: 'Parent', school_id });
  await updateRow(db, 'users', id, { username });
}

test('parents who share a phone number get the numbers that are free, in order', async () => {
  for (const username of ['0901000001', '0901000001-3']) await addParent(username);
  const phones = ['0901000001', '0901000002', '0901000001', '0901000002', '0901000001'];
  const parents = phones.map((phone) => ({ phone }));
  expect(await chooseUsernames(db, parents)).toEqual([
    '0901000001-2',
    '0901000002',
    '0901000001-4',
    '0901000002-2',
    '0901000001-5',
  ]);
});

test('thousands of parents with one phone number take a few statements', async () => {
  for (let number = 2; number <= 12; number++) await addParent(`0901000003-${number}`);
  const choose = async (count: number) => {
    let usernames: string[] = [];
    const parents = Array.from({ length: count }, () => ({ phone: '0901000003' }));
    const statements = await countStatements(database, async () => {
      usernames = await chooseUsernames(db, parents);
    });
    return { statements, usernames };
  };
  const many = await choose(3_000);
  expect(many.statements).toBeLessThanOrEqual(2);
  expect(new Set(many.usernames).size).toBe(3_000);
  expect(many.usernames.at(-1)).toBe('0901000003-3011');
  // One more parent, after many who came before.
  await addParent('0901000003');
  expect(await choose(1)).toEqual({ statements: 4, usernames: ['0901000003-13'] });
});
