import { messages } from '../messages.ts';
import { limits } from './limits.ts';
import type { Role } from './roles.ts';

/** How many characters each line of an account may have. */
export const accountLengths = {
  username: 100,
  first_name: 100,
  last_name: 100,
  full_name: 200,
  identifier_code: 20,
  email: 254,
  phone: 50,
  parent_name: 200,
};

export const usernameLetters = /^[A-Za-z0-9._-]*$/;
export const usernameLettersOnly = "Only letters, digits, '.', '_' and '-'";

export function usernameProblem(value: string): string | undefined {
  if (value.length < limits.usernameMin) return messages.accounts.usernameTooShort;
  return usernameLetters.test(value) ? undefined : usernameLettersOnly;
}

export function passwordProblem(value: string): string | undefined {
  return value.length < limits.passwordMin ? messages.accounts.passwordTooShort : undefined;
}

/**
 * What a form asks of a mail address; whether it exists only a mail can tell. One dot is sought, the first that can
 * divide: a text of dots alone would take quadratic time otherwise.
 */
const email = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** Teachers and students are reached by mail; for others it may be empty. */
function isEmailNeeded(role: Role): boolean {
  return role === 'Teacher' || role === 'Student';
}

export function emailProblem(role: Role, value: string | null | undefined): string | undefined {
  const written = value?.trim() ?? '';
  const isRight = written === '' ? !isEmailNeeded(role) : email.test(written);
  return isRight ? undefined : messages.accounts.invalidEmail;
}

/** Everybody but an Admin belongs to a school. */
export function schoolProblem(role: Role, schoolId: number | null | undefined): string | undefined {
  return role === 'Admin' || schoolId ? undefined : messages.accounts.schoolRequired;
}
