import type { SimpleFieldErrorName } from '../field-errors.ts';
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

export function validateUsername(value: string): SimpleFieldErrorName | undefined {
  if (value.length < limits.minUsernameLength) return 'username_too_short';
  return usernamePattern.test(value) ? undefined : 'username_not_plain';
}

export function validatePassword(value: string): SimpleFieldErrorName | undefined {
  return value.length < limits.minPasswordLength ? 'password_too_short' : undefined;
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

export function validateEmail(
  role: Role,
  value: string | null | undefined,
): SimpleFieldErrorName | undefined {
  const email = value?.trim() ?? '';
  const isValid = email === '' ? !isEmailRequired(role) : emailPattern.test(email);
  return isValid ? undefined : 'invalid_email';
}

/** Every role except Admin belongs to a school. */
export function validateSchool(
  role: Role,
  schoolId: number | null | undefined,
): SimpleFieldErrorName | undefined {
  return role === 'Admin' || schoolId ? undefined : 'school_required';
}
