import { isStrongPassword } from '@lop-xanh/contract/rules/passwords';
import { describe, expect, test } from 'vitest';
import { kindWords } from './kind-words.ts';
import {
  generateTemporaryPassword,
  hashInBackground,
  hashPasswords,
  passwordQueue,
  runPasswordJob,
} from './passwords.service.ts';

test('a temporary password has ten readable characters and satisfies the password rules', () => {
  const passwords = Array.from({ length: 500 }, generateTemporaryPassword);
  for (const password of passwords) {
    expect(password).toMatch(/^[a-zA-Z2-9]{10}$/);
    expect(password).not.toMatch(/[0O1lI]/);
    expect(isStrongPassword(password)).toBe(true);
  }
  expect(new Set(passwords).size).toBe(500);
});

test('a password is hashed with argon2id and its own salt', async () => {
  const [first, second] = await Promise.all([
    hashInBackground('mật khẩu 1'),
    hashInBackground('mật khẩu 1'),
  ]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  await runPasswordJob('test', async ({ verifyPassword }) => {
    expect(await verifyPassword('mật khẩu 1', first)).toBe(true);
    expect(await verifyPassword('mật khẩu 2', first)).toBe(false);
  });
});

test('hashes come in the order of their passwords', async () => {
  const passwords = ['mot', 'hai', 'ba', 'bon', 'nam'];
  const hashes = await hashPasswords(passwords);
  await runPasswordJob('test', async ({ verifyPassword }) => {
    for (const [at, hash] of hashes.entries()) {
      expect(await verifyPassword(passwords[at] as string, hash)).toBe(true);
    }
  });
});

test('a full password queue asks the caller to try again soon', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const errors: unknown[] = [];
  while (errors.length === 0) {
    passwordQueue.run('flood', () => released).catch((error: unknown) => errors.push(error));
    await Promise.resolve();
  }
  release();
  expect(errors[0]).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 3 });
});

describe('a temporary password', () => {
  test.each([1, 2])('of grade %s is two words and two digits', (gradeId) => {
    for (let index = 0; index < 100; index++) {
      const password = generateTemporaryPassword(gradeId);
      expect(listHalves(password.slice(0, -2))).toContain(true);
      expect(password).toMatch(/^[a-z]{6,12}[2-9]{2}$/);
    }
  });

  test.each([null, 3, 5])('of grade %s is ten random characters', (gradeId) => {
    const passwords = Array.from({ length: 100 }, () => generateTemporaryPassword(gradeId));
    for (const password of passwords) expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{10}$/);
    expect(passwords.filter((password) => /[A-Z]/.test(password)).length).toBeGreaterThan(50);
  });
});

test('there are at least 256 different short words without marks', () => {
  expect(new Set(kindWords).size).toBe(kindWords.length);
  expect(kindWords.length).toBeGreaterThanOrEqual(256);
  expect(kindWords.filter((word) => !/^[a-z]{3,6}$/.test(word))).toEqual([]);
});

/** Of every way to cut the text in two: whether both halves are words. */
function listHalves(text: string): boolean[] {
  return Array.from(text, (_, at) =>
    [text.slice(0, at), text.slice(at)].every((half) => kindWords.includes(half)),
  );
}
