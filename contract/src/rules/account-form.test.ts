import { expect, test } from 'vitest';
import { emailProblem, schoolProblem } from './account-form.ts';

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
