import { expect, test } from 'vitest';
import { resetInParts } from './reset-in-parts.ts';

const ids = Array.from({ length: 60 }, (_, index) => index + 1);
const toAccount = (id: number) => ({
  id,
  full_name: `Lê ${id}`,
  username: `hs${id}`,
  class_name: '1A',
  password: `mat-khau-${id}`,
});
const issue = async (part: number[]) => ({
  done: part.length,
  skipped: [],
  accounts: part.map(toAccount),
});
const listIds = (accounts: { id: number }[]) => accounts.map(({ id }) => id);

test('the passwords of a large selection come in parts, each a request of its own', async () => {
  const sizes: number[] = [];
  const progress: number[] = [];
  const { accounts, remaining, done } = await resetInParts(ids, {
    send: (part) => {
      sizes.push(part.length);
      return issue(part);
    },
    onProgress: (count) => progress.push(count),
  });
  expect([sizes, progress]).toEqual([
    [25, 25, 10],
    [0, 25, 50],
  ]);
  expect([listIds(accounts), remaining, done]).toEqual([ids, [], 60]);
});

test('what was issued before a failure is kept, and the others remain to do', async () => {
  let parts = 0;
  const send = async (part: number[]) => {
    parts += 1;
    if (parts === 2) throw new Error('timeout');
    return issue(part);
  };
  const { accounts, remaining, error } = await resetInParts(ids, { send, onProgress: () => {} });
  expect([listIds(accounts), remaining]).toEqual([ids.slice(0, 25), ids.slice(25)]);
  expect(error).toEqual(new Error('timeout'));
});
