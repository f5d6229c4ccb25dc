import { expect, test } from 'vitest';
import {
  validateEmail,
  validatePassword,
  validateSchool,
  validateUsername,
} from './account-form.ts';

test.each([
  ['Teacher', '', 'Invalid email'],
  ['Student', null, 'Invalid email'],
  ['Student', 'a@b', 'Invalid email'],
  ['Mod', 'khong phai', 'Invalid email'],
  ['Mod', '', undefined],
  ['Parent', null, undefined],
  ['Teacher', ' hoa@truong.edu.vn ', undefined],
] as const)('validating the email of a %s, %j, returns %j', (role, email, problem) => {
  expect(validateEmail(role, email)).toBe(problem);
});

test('every role except Admin needs a school', () => {
  expect(validateSchool('Mod', null)).toBe('Select a school');
  expect(validateSchool('Student', 3)).toBeUndefined();
  expect(validateSchool('Admin', null)).toBeUndefined();
});

test.each([
  ['', 'Username must be at least 3 characters'],
  ['ab', 'Username must be at least 3 characters'],
  ['an bình', "Only letters, digits, '.', '_' and '-'"],
  ['an.binh-3_A', undefined],
])('validating the username %j returns %j', (username, problem) => {
  expect(validateUsername(username)).toBe(problem);
});

test('a password has at least 6 characters', () => {
  expect(validatePassword('12345')).toBe('Password must be at least 6 characters');
  expect(validatePassword('123456')).toBeUndefined();
});
