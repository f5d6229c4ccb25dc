import { expect, test } from 'vitest';
import {
  validateEmail,
  validatePassword,
  validateSchool,
  validateUsername,
} from './account-form.ts';

test.each([
  ['Teacher', '', 'invalid_email'],
  ['Student', null, 'invalid_email'],
  ['Student', 'a@b', 'invalid_email'],
  ['Mod', 'khong phai', 'invalid_email'],
  ['Mod', '', undefined],
  ['Parent', null, undefined],
  ['Teacher', ' hoa@truong.edu.vn ', undefined],
] as const)('validating the email of a %s, %j, returns %j', (role, email, problem) => {
  expect(validateEmail(role, email)).toBe(problem);
});

test('every role except Admin needs a school', () => {
  expect(validateSchool('Mod', null)).toBe('school_required');
  expect(validateSchool('Student', 3)).toBeUndefined();
  expect(validateSchool('Admin', null)).toBeUndefined();
});

test.each([
  ['', 'username_too_short'],
  ['ab', 'username_too_short'],
  ['an bình', 'username_not_plain'],
  ['an.binh-3_A', undefined],
])('validating the username %j returns %j', (username, problem) => {
  expect(validateUsername(username)).toBe(problem);
});

test('a password has at least 6 characters', () => {
  expect(validatePassword('12345')).toBe('password_too_short');
  expect(validatePassword('123456')).toBeUndefined();
});
