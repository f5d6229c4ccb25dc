import { messages } from '../messages.ts';
import { limits } from './limits.ts';
import type { Role } from './roles.ts';

export const maxAccountFieldLengths = {
  username: 100,
  first_name: 100,
  last_name: 100,
  full_name: 200,
  identifier_code: 20,
  email: 254,
  phone: 50,
  parent_name: 200,
};

export const usernamePattern = /^[A-Za-z0-9._-]*$/;
export const usernamePatternMessage = "Only letters, digits, '.', '_' and '-'";

export function validateUsername(value: string): string | undefined {
  if (value.length < limits.minUsernameLength) return messages.accounts.usernameTooShort;
  return usernamePattern.test(value) ? undefined : usernamePatternMessage;
}

export function validatePassword(value: string): string | undefined {
  return value.length < limits.minPasswordLength ? messages.accounts.passwordTooShort : undefined;
}

/**
 * A plausibility check only. The domain part matches up to its first dot, because a pattern that
 * could split at any dot takes quadratic time on a string of dots.
 */
const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** Teachers and students are contacted by email. */
function isEmailRequired(role: Role): boolean {
  return role === 'Teacher' || role === 'Student';
}

export function validateEmail(role: Role, value: string | null | undefined): string | undefined {
  const email = value?.trim() ?? '';
  const isValid = email === '' ? !isEmailRequired(role) : emailPattern.test(email);
  return isValid ? undefined : messages.accounts.invalidEmail;
}

/** Every role except Admin belongs to a school. */
export function validateSchool(
  role: Role,
  schoolId: number | null | undefined,
): string | undefined {
  return role === 'Admin' || schoolId ? undefined : messages.accounts.schoolRequired;
}
