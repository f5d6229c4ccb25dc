import { messages } from '../messages.ts';
import type { Role } from './roles.ts';

/** What a form asks of a mail address; whether it exists only a mail can tell. */
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Teachers and pupils are reached by mail; for others it may be empty. */
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
