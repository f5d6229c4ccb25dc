import type { AccountEdit } from '@lop-xanh/contract/accounts';
import type { FieldIssue } from '@lop-xanh/contract/errors';
import { emailProblem, schoolProblem } from '@lop-xanh/contract/rules/account-form';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { AppError } from '../../http/app-error.ts';
import type { AccountFields } from './write-accounts.queries.ts';

type Given = Omit<AccountEdit, 'role' | 'password' | 'version'>;

/** What an account has when its form leaves everything out. */
export const emptyAccount = {
  first_name: '',
  last_name: '',
  identifier_code: null,
  email: null,
  phone: null,
  parent_name: null,
  status: 'active',
  must_change_password: false,
} as const;

/** Puts what was sent over what there is. What the role has no use for does not stay. */
export function mergeFields(
  present: Omit<AccountFields, 'role' | 'school_id'>,
  given: Given,
  { role, schoolId }: { role: Role; schoolId: number | null },
): AccountFields {
  const text = (field: 'email' | 'phone' | 'parent_name' | 'identifier_code') =>
    given[field] === undefined ? present[field] : tidy(given[field]) || null;
  const username = given.username ?? present.username;
  const isStudent = role === 'Student';
  return {
    role,
    school_id: schoolId,
    username,
    ...mergeNames(present, given, username),
    // A student's code can be changed but not taken away.
    identifier_code: text('identifier_code') ?? (isStudent ? present.identifier_code : null),
    email: text('email'),
    phone: text('phone'),
    parent_name: isStudent ? text('parent_name') : null,
    status: given.status ?? present.status,
    must_change_password: given.isChangePass ?? present.must_change_password,
  };
}

/** The names as sent; a whole name is divided, and who has none goes by the username. */
function mergeNames(
  present: Pick<AccountFields, 'first_name' | 'last_name'>,
  { first_name, last_name, full_name }: Given,
  username: string,
): Pick<AccountFields, 'first_name' | 'last_name'> {
  if (first_name === undefined && last_name === undefined && full_name) {
    return divideName(full_name);
  }
  const first = first_name === undefined ? present.first_name : tidy(first_name);
  const last = last_name === undefined ? present.last_name : tidy(last_name);
  return { first_name: first || (last ? '' : username), last_name: last };
}

/** The given name is the last word. */
export function divideName(whole: string): { first_name: string; last_name: string } {
  const words = tidy(whole).split(' ');
  return { first_name: words.at(-1) ?? '', last_name: words.slice(0, -1).join(' ') };
}

/** One Unicode form, and single spaces. */
export function tidy(text: string | null): string {
  return (text ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** The same checks as in the form, for both doors and the import. */
export function problemsOf(fields: Pick<AccountFields, 'role' | 'school_id' | 'email'>) {
  const problems: FieldIssue[] = [];
  const school = schoolProblem(fields.role, fields.school_id);
  if (school) problems.push({ path: 'school_id', message: school });
  const email = emailProblem(fields.role, fields.email);
  if (email) problems.push({ path: 'email', message: email });
  return problems;
}

export function refuse(issues: FieldIssue[]): void {
  if (issues.length > 0) throw new AppError('invalid_input', { issues });
}
