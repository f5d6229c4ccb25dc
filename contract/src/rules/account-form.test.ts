import { expect, test } from 'vitest';
import { emailProblem, passwordProblem, schoolProblem, usernameProblem } from './account-form.ts';

test.each([
  ['Teacher', '', 'Invalid email'],
  ['Student', null, 'Invalid email'],
  ['Student', 'a@b', 'Invalid email'],
  ['Mod', 'khong phai', 'Invalid email'],
  ['Mod', '', undefined],
  ['Parent', null, undefined],
  ['Teacher', ' hoa@truong.edu.vn ', undefined],
] as const)('the email of a %s: %j', (role, email, problem) => {
  expect(emailProblem(role, email)).toBe(problem);
});

test('everybody but an Admin needs a school', () => {
  expect(schoolProblem('Mod', null)).toBe('Select a school');
  expect(schoolProblem('Student', 3)).toBeUndefined();
  expect(schoolProblem('Admin', null)).toBeUndefined();
});

test.each([
  ['', 'Username must be at least 3 characters'],
  ['ab', 'Username must be at least 3 characters'],
  ['an bình', "Only letters, digits, '.', '_' and '-'"],
  ['an.binh-3_A', undefined],
])('the username %j', (username, problem) => {
  expect(usernameProblem(username)).toBe(problem);
});

test('a password has 6 characters at least', () => {
  expect(passwordProblem('12345')).toBe('Password must be at least 6 characters');
  expect(passwordProblem('123456')).toBeUndefined();
});
