import { isStrongEnough } from '@lop-xanh/contract/rules/passwords';
import { expect, test } from 'vitest';
import { hashPassword, isPassword, temporaryPassword } from './passwords.ts';

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
  const [one, two] = await Promise.all([hashPassword('mật khẩu 1'), hashPassword('mật khẩu 1')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await isPassword('mật khẩu 1', one)).toBe(true);
  expect(await isPassword('mật khẩu 2', one)).toBe(false);
});
