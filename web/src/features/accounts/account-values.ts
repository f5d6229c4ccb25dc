import type { Account } from '@lop-xanh/contract/accounts';
import { messages } from '@lop-xanh/contract/messages';
import {
  emailProblem,
  passwordProblem,
  schoolProblem,
  usernameProblem,
} from '@lop-xanh/contract/rules/account-form';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { Person } from '../../lib/people.ts';
import type { Written } from './accounts.api.ts';

/** What an account's form holds in its order, by the names on the wire; ids are as a choice list has them. */
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
  status: 'active' | 'inactive';
  student_ids: Person[];
}

/** What a new account begins with. */
export interface NewAccount {
  role: Role;
  schoolId: number | null;
  classId?: number | undefined;
  code?: string | undefined;
  children?: Person[];
}

export function newValues({ role, schoolId, classId, code, children }: NewAccount): AccountValues {
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
    status: 'active',
    student_ids: children ?? [],
  };
}

export function valuesOf(account: Account, children: Person[]): AccountValues {
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
    status: account.status,
    student_ids: children,
  };
}

export type Problems = Partial<Record<keyof AccountValues, string>>;

/** The same checks as the server's, in the same words; of an existing account only what was changed. */
export function problemsOf(values: AccountValues, start: AccountValues, isNew: boolean): Problems {
  const { role, school_id, username, password, first_name, email, student_ids } = values;
  const isPlacedAnew = isNew || role !== start.role;
  const found: Record<string, string | undefined> = {
    username: usernameProblem(username.trim()),
    password: isNew || password !== '' ? passwordProblem(password) : undefined,
    first_name: first_name.trim() === '' ? messages.schools.nameRequired : undefined,
    school_id: schoolProblem(role, Number(school_id)),
    email: isPlacedAnew || email !== start.email ? emailProblem(role, email) : undefined,
    student_ids:
      role === 'Parent' && student_ids.length === 0 ? 'Hãy chọn ít nhất một học sinh' : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem));
}

export function hasClass(role: Role): boolean {
  return role === 'Teacher' || role === 'Student';
}

/** Everything for a new account; of an existing one what differs from what it began with. */
export function written(values: AccountValues, start: AccountValues, isNew: boolean): Written {
  const { role, password, isChangePass } = values;
  const isWritten = (field: keyof AccountValues) => isNew || values[field] !== start[field];
  const idOf = (choice: string) => (choice === '' ? null : Number(choice));
  const fields = {
    ...(isWritten('school_id') && role !== 'Admin' && { school_id: idOf(values.school_id) }),
    ...(isWritten('last_name') && { last_name: values.last_name.trim() }),
    ...(isWritten('first_name') && { first_name: values.first_name.trim() }),
    // The code that stood there at the start is the server's to give: another may have taken it.
    ...(values.identifier_code !== start.identifier_code && {
      identifier_code: values.identifier_code.trim(),
    }),
    ...(isWritten('class_id') && hasClass(role) && { class_id: idOf(values.class_id) }),
    ...(isWritten('email') && { email: values.email.trim() || null }),
    ...(isWritten('phone') && { phone: values.phone.trim() || null }),
    ...(isWritten('parent_name') &&
      role === 'Student' && { parent_name: values.parent_name.trim() || null }),
    ...(isWritten('status') && { status: values.status }),
    ...(isWritten('student_ids') &&
      role === 'Parent' && { student_ids: values.student_ids.map(({ id }) => id) }),
    ...(password !== '' && { isChangePass }),
  };
  const username = values.username.trim();
  if (isNew) return { draft: { ...fields, role, username, password } };
  return {
    edit: {
      ...fields,
      ...(role !== start.role && { role }),
      ...(username !== start.username && { username }),
      ...(password !== '' && { password }),
    },
  };
}
