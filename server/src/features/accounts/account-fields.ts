import type { AccountEdit } from '@lop-xanh/contract/accounts';
import type { FieldIssue } from '@lop-xanh/contract/errors';
import { describeProblem } from '@lop-xanh/contract/field-errors';
import { validateEmail, validateSchool } from '@lop-xanh/contract/rules/account-form';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { AppError } from '../../http/app-error.ts';
import { normalizeText } from '../../lib/normalize-text.ts';
import type { AccountFields } from './write-accounts.queries.ts';

type AccountFieldInput = Omit<AccountEdit, 'role' | 'password' | 'version'>;

export const emptyFields = {
  first_name: '',
  last_name: '',
  identifier_code: null,
  email: null,
  phone: null,
  parent_name: null,
  birth_date: null,
  sex: null,
  status: 'active',
  must_change_password: false,
} as const;

/** Applies `input` to the current fields and clears those that the role does not have. */
export function mergeFields(
  current: Omit<AccountFields, 'role' | 'school_id'>,
  input: AccountFieldInput,
  { role, schoolId }: { role: Role; schoolId: number | null },
): AccountFields {
  const mergeText = (field: 'email' | 'phone' | 'parent_name' | 'identifier_code') =>
    input[field] === undefined ? current[field] : normalizeText(input[field]) || null;
  const username = input.username ?? current.username;
  const isStudent = role === 'Student';
  const { birth_date = current.birth_date, sex = current.sex } = input;
  return {
    role,
    school_id: schoolId,
    username,
    ...mergeNames(current, input, username),
    // A student's code can be changed but not cleared.
    identifier_code: mergeText('identifier_code') ?? (isStudent ? current.identifier_code : null),
    email: mergeText('email'),
    phone: mergeText('phone'),
    parent_name: isStudent ? mergeText('parent_name') : null,
    birth_date: isStudent ? birth_date : null,
    sex: isStudent ? sex : null,
    status: input.status ?? current.status,
    // `isChangePass` is the wire name of `must_change_password`.
    must_change_password: input.isChangePass ?? current.must_change_password,
  };
}

/** `full_name` is used only if neither part is sent; an account without a name uses its username. */
function mergeNames(
  current: Pick<AccountFields, 'first_name' | 'last_name'>,
  { first_name, last_name, full_name }: AccountFieldInput,
  username: string,
): Pick<AccountFields, 'first_name' | 'last_name'> {
  if (first_name === undefined && last_name === undefined && full_name) {
    return splitFullName(full_name);
  }
  const first = first_name === undefined ? current.first_name : normalizeText(first_name);
  const last = last_name === undefined ? current.last_name : normalizeText(last_name);
  return { first_name: first || (last ? '' : username), last_name: last };
}

/** The given name (`first_name`) is the last word of a Vietnamese name. */
export function splitFullName(fullName: string): { first_name: string; last_name: string } {
  const words = normalizeText(fullName).split(' ');
  return { first_name: words.at(-1) ?? '', last_name: words.slice(0, -1).join(' ') };
}

/** Validates like the form on screen, for the API and the import. */
export function validateFields(
  fields: Pick<AccountFields, 'role' | 'school_id' | 'email' | 'birth_date'>,
) {
  const issues: FieldIssue[] = [];
  const schoolError = validateSchool(fields.role, fields.school_id);
  if (schoolError) issues.push({ path: 'school_id', ...describeProblem(schoolError) });
  const emailError = validateEmail(fields.role, fields.email);
  if (emailError) issues.push({ path: 'email', ...describeProblem(emailError) });
  if (fields.birth_date && fields.birth_date > getVietnamDate(new Date())) {
    issues.push({ path: 'birth_date', ...describeProblem('date_in_future') });
  }
  return issues;
}

export function assertNoIssues(issues: FieldIssue[]): void {
  if (issues.length > 0) throw new AppError('invalid_input', { issues });
}
