import type { Sex } from '@lop-xanh/contract/account-fields';
import type { Account } from '@lop-xanh/contract/accounts';
import type { SimpleFieldErrorName } from '@lop-xanh/contract/field-errors';
import {
  validateEmail,
  validatePassword,
  validateSchool,
  validateUsername,
} from '@lop-xanh/contract/rules/account-form';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { describeFieldError } from '../../lib/field-errors.ts';
import { today } from '../../lib/today.ts';
import type { AccountChanges } from './accounts.api.ts';
import type { UserOption } from './user-options.ts';

/** The form's fields in their order on screen, named as in the API; ids are strings, as a select holds them. */
export interface AccountValues {
  role: Role;
  school_id: string;
  last_name: string;
  first_name: string;
  username: string;
  password: string;
  isChangePass: boolean;
  identifier_code: string;
  class_id: string;
  email: string;
  phone: string;
  parent_name: string;
  birth_date: string;
  sex: Sex | '';
  status: 'active' | 'inactive';
  student_ids: UserOption[];
}

/** What is known about an account before its form is filled in. */
export interface NewAccount {
  role: Role;
  schoolId: number | null;
  classId?: number | undefined;
  code?: string | undefined;
  children?: UserOption[];
}

export function createFormValues({
  role,
  schoolId,
  classId,
  code,
  children,
}: NewAccount): AccountValues {
  return {
    role,
    school_id: String(schoolId ?? ''),
    last_name: '',
    first_name: '',
    username: '',
    password: '',
    isChangePass: true,
    identifier_code: role === 'Student' ? (code ?? '') : '',
    class_id: String(classId ?? ''),
    email: '',
    phone: '',
    parent_name: '',
    birth_date: '',
    sex: '',
    status: 'active',
    student_ids: children ?? [],
  };
}

export function toFormValues(account: Account, children: UserOption[]): AccountValues {
  return {
    role: account.role,
    school_id: String(account.school_id ?? ''),
    last_name: account.last_name,
    first_name: account.first_name,
    username: account.username,
    password: '',
    isChangePass: true,
    identifier_code: account.identifier_code ?? '',
    class_id: String(account.class_id ?? ''),
    email: account.email ?? '',
    phone: account.phone ?? '',
    parent_name: account.parent_name ?? '',
    birth_date: account.birth_date ?? '',
    sex: account.sex ?? '',
    status: account.status,
    student_ids: children,
  };
}

export type FieldErrors = Partial<Record<keyof AccountValues, string>>;

/** The server's checks with its messages; an existing account is only checked where it was changed. */
export function validateAccount(
  values: AccountValues,
  initial: AccountValues,
  isNew: boolean,
): FieldErrors {
  const { role, school_id, username, password, first_name, email, student_ids } = values;
  const isEmailChecked = isNew || role !== initial.role || email !== initial.email;
  const errors: Partial<Record<keyof AccountValues, SimpleFieldErrorName | undefined>> = {
    username: validateUsername(username.trim()),
    password: isNew || password !== '' ? validatePassword(password) : undefined,
    first_name: first_name.trim() === '' ? 'name_required' : undefined,
    school_id: validateSchool(role, Number(school_id)),
    email: isEmailChecked ? validateEmail(role, email) : undefined,
    birth_date: role === 'Student' && values.birth_date > today() ? 'date_in_future' : undefined,
    student_ids: role === 'Parent' && student_ids.length === 0 ? 'child_required' : undefined,
  };
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, name]) =>
      name ? [[field, describeFieldError(name)]] : [],
    ),
  );
}

export function hasClass(role: Role): boolean {
  return role === 'Teacher' || role === 'Student';
}

/** A parent logs in with the phone number, as after an import. */
export function suggestUsername(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '').replace(/^\+84/, '0');
}

/** All fields of a new account, or the changed ones of an existing account. */
export function toAccountChanges(
  values: AccountValues,
  initial: AccountValues,
  isNew: boolean,
): AccountChanges {
  const { role, password, isChangePass } = values;
  const isSent = (field: keyof AccountValues) => isNew || values[field] !== initial[field];
  const toId = (choice: string) => (choice === '' ? null : Number(choice));
  const fields = {
    ...(isSent('school_id') && role !== 'Admin' && { school_id: toId(values.school_id) }),
    ...(isSent('last_name') && { last_name: values.last_name.trim() }),
    ...(isSent('first_name') && { first_name: values.first_name.trim() }),
    // The suggested code is left for the server to assign: it may be taken by now.
    ...(values.identifier_code !== initial.identifier_code && {
      identifier_code: values.identifier_code.trim(),
    }),
    ...(isSent('class_id') && hasClass(role) && { class_id: toId(values.class_id) }),
    ...(isSent('email') && { email: values.email.trim() || null }),
    ...(isSent('phone') && { phone: values.phone.trim() || null }),
    ...(isSent('parent_name') &&
      role === 'Student' && { parent_name: values.parent_name.trim() || null }),
    ...(isSent('birth_date') && role === 'Student' && { birth_date: values.birth_date || null }),
    ...(isSent('sex') && role === 'Student' && { sex: values.sex || null }),
    ...(isSent('status') && { status: values.status }),
    ...(isSent('student_ids') &&
      role === 'Parent' && { student_ids: values.student_ids.map(({ id }) => id) }),
    ...(password !== '' && { isChangePass }),
  };
  const username = values.username.trim();
  if (isNew) return { draft: { ...fields, role, username, password } };
  return {
    edit: {
      ...fields,
      ...(role !== initial.role && { role }),
      ...(username !== initial.username && { username }),
      ...(password !== '' && { password }),
    },
  };
}
