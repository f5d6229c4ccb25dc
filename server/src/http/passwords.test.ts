import { isStrongEnough } from '@lop-xanh/contract/rules/passwords';
import { expect, test } from 'vitest';
import { hashInBackground, hashPasswords, inTurn, temporaryPassword } from './passwords.ts';

test('a temporary password has ten readable characters and passes our own rule', () => {
  const made = Array.from({ length: 500 }, temporaryPassword);
  for (const password of made) {
    expect(password).toMatch(/^[a-zA-Z2-9]{10}$/);
    expect(password).not.toMatch(/[0O1lI]/);
    expect(isStrongEnough(password)).toBe(true);
  }
  expect(new Set(made).size).toBe(500);
});

test('a password is kept as argon2id with its own salt', async () => {
  const [one, two] = await Promise.all([
    hashInBackground('mật khẩu 1'),
    hashInBackground('mật khẩu 1'),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  await inTurn('test', async ({ isPassword }) => {
    expect(await isPassword('mật khẩu 1', one)).toBe(true);
    expect(await isPassword('mật khẩu 2', one)).toBe(false);
  });
});

test('many passwords keep their order', async () => {
  const passwords = ['mot', 'hai', 'ba', 'bon', 'nam'];
  const hashes = await hashPasswords(passwords);
  await inTurn('test', async ({ isPassword }) => {
    for (const [at, hash] of hashes.entries()) {
      expect(await isPassword(passwords[at] as string, hash)).toBe(true);
    }
  });
});
