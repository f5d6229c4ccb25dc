import { z } from 'zod';
import { accountStatus, sexes, shortText, username } from './account-fields.ts';
import { listQuery } from './account-filters.ts';
import { endpoint, managers } from './endpoint.ts';
import { nameError } from './field-errors.ts';
import { day, id, idParams, messageResponse } from './fields.ts';
import { nextCursor } from './paging.ts';
import { maxAccountFieldLengths } from './rules/account-form.ts';
import { limits } from './rules/limits.ts';
import { parseRole, roles } from './rules/roles.ts';

/** An account as its owner and its managers see it. */
export const user = z.object({
  id,
  username: z.string(),
  role: z.enum(roles),
  student_ids: z.array(id),
  school_id: id.nullable(),
  school_name: z.string().nullable(),
  class_id: id.nullable(),
  class_name: z.string().nullable(),
  grade_id: id.nullable(),
  grade_name: z.string().nullable(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  identifier_code: z.string().nullable(),
  avt: z.string(),
  email: z.string().nullable(),
  parent_name: z.string().nullable(),
  status: accountStatus,
  isChangePass: z.boolean(),
  phone: z.string().nullable(),
});
export type User = z.infer<typeof user>;

/** What the current user may do with an account, by the same rules that authorize the requests. */
export const accountAbilities = z.object({
  edit: z.boolean(),
  setStatus: z.boolean(),
  setRole: z.boolean(),
  setSchool: z.boolean(),
  /** By a reset, or by typing a new password into the form. */
  resetPassword: z.boolean(),
  delete: z.boolean(),
  /** Lift the login delay that follows too many failed attempts. */
  unlock: z.boolean(),
  /** Create a parent account for this student, and link or unlink existing ones. */
  addParent: z.boolean(),
  /** Record that this student has left, or come back. */
  leave: z.boolean(),
  return: z.boolean(),
});
export type AccountAbilities = z.infer<typeof accountAbilities>;

export const departureReasons = ['moved', 'graduated', 'other'] as const;

/** That a student has left the school. */
export const departure = z.object({
  /** The last day, not in the future. */
  left_on: z.iso.date(nameError('invalid_date')),
  reason: z.enum(departureReasons),
  destination: z.string().trim().max(200).optional(),
});
export type Departure = z.infer<typeof departure>;

/** A child in a list of parents. */
export const childOfParent = z.object({
  id,
  full_name: z.string(),
  class_name: z.string().nullable(),
  school_id: id,
  school_name: z.string(),
});
export type ChildOfParent = z.infer<typeof childOfParent>;

/** An account as its managers see it. */
export const account = user.extend({
  /** Of students only. */
  birth_date: z.string().nullable(),
  sex: z.enum(sexes).nullable(),
  /** Of a student who has left and not come back. */
  departure: departure.nullable(),
  /** Grows with every change. An edit that sends an older version is a conflict. */
  version: id,
  /** The parent accounts of a student. */
  parent_ids: z.array(id),
  /** The children in `student_ids`, by given name. */
  children: z.array(childOfParent),
  /** Whether failed login attempts delay the next one. */
  isLoginSlowed: z.boolean(),
  /** Whether a login needs a code or passkey besides the password. */
  hasSecondFactor: z.boolean(),
  lastLoginAt: z.string().nullable(),
  /** Whether photos of the student may be shown; null for other roles. */
  hasPhotoConsent: z.boolean().nullable(),
  can: accountAbilities,
});
export type Account = z.infer<typeof account>;

/** Case and surrounding spaces do not matter. */
export const roleName = z
  .string()
  .refine((text) => parseRole(text) !== undefined, nameError('unknown_role'));

/** The fields that creating and editing share. Which of them take effect depends on the role. */
const writableFields = z.object({
  /** A teacher or student without a class is pending assignment. */
  class_id: id.nullable(),
  school_id: id.nullable(),
  first_name: shortText(maxAccountFieldLengths.first_name),
  last_name: shortText(maxAccountFieldLengths.last_name),
  /** An alternative to first and last name: its last word becomes the first name. */
  full_name: shortText(maxAccountFieldLengths.full_name),
  /** Generated for a student if missing or empty. */
  identifier_code: shortText(maxAccountFieldLengths.identifier_code).nullable(),
  email: shortText(maxAccountFieldLengths.email).nullable(),
  phone: shortText(maxAccountFieldLengths.phone).nullable(),
  parent_name: shortText(maxAccountFieldLengths.parent_name).nullable(),
  /** Of a student, not in the future. */
  birth_date: day.nullable(),
  sex: z.enum(sexes).nullable(),
  status: accountStatus,
  isChangePass: z.boolean(),
  /** A parent's children. */
  student_ids: z.array(id).max(20),
});
/** Long enough for any passphrase, short enough to be cheap to hash. */
const password = z.string(nameError('password_too_short')).max(256);
const isLongEnough = (text: string) => text.length >= limits.minPasswordLength;

export const accountInput = writableFields.partial().extend({
  role: roleName,
  username,
  password: password.refine(isLongEnough, nameError('password_too_short')),
});
export type AccountInput = z.infer<typeof accountInput>;

/** Missing fields stay as they are, and so does an empty password. */
export const accountEdit = writableFields.partial().extend({
  role: roleName.optional(),
  username: username.optional(),
  password: password
    .refine((text) => text === '' || isLongEnough(text), nameError('password_too_short'))
    .nullable()
    .optional(),
  version: id.optional(),
});
export type AccountEdit = z.infer<typeof accountEdit>;

const listFields = {
  next: nextCursor,
  /** The number of accounts on all pages. */
  total: z.number().int().nonnegative(),
  /** The roles the current user may create accounts for. */
  can: z.object({ create: z.array(z.enum(roles)) }),
};

/** A temporary password: shown only once, and must be changed at the first login. */
export const issuedPassword = z.object({
  id,
  full_name: z.string(),
  username: z.string(),
  class_name: z.string().nullable(),
  password: z.string(),
});
export type IssuedPassword = z.infer<typeof issuedPassword>;

export const accounts = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    summary:
      'List accounts by given name or as sorted, or by id if no school and no page is chosen; a Mod sees the Teachers and Students of their school, and the Parents who belong to it or have a child there',
    access: managers,
    isExpensive: true,
    query: listQuery.extend({ role: roleName.optional() }),
    response: z.object({ users: z.array(account), ...listFields }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/users',
    summary: 'Create an account; a Mod may create Teachers, Students and Parents',
    access: managers,
    body: accountInput,
    status: 201,
    response: account,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/admin/users/{id}',
    summary: 'Edit an account',
    access: managers,
    params: idParams,
    body: accountEdit,
    response: account,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/{id}',
    summary: 'Delete an account: it is hidden, and its posts and comments stay',
    access: { Admin: 'all' },
    params: idParams,
    response: messageResponse,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/reset',
    summary: 'Reset a password to a temporary one, shown once, and end the sessions of the account',
    access: { Teacher: 'own classes', ...managers },
    params: idParams,
    response: z.object({ password: z.string() }),
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/unlock',
    summary: 'Clear the failed login attempts for an account, which ends the delay',
    access: { Teacher: 'own classes', ...managers },
    params: idParams,
    response: messageResponse,
  }),
  students: endpoint({
    method: 'GET',
    path: '/api/admin/students',
    summary:
      'List students by given name or as sorted, or by id if no school and no page is chosen, with the code that the next new student gets',
    access: managers,
    isExpensive: true,
    query: listQuery,
    response: z.object({
      students: z.array(account),
      next_identifier_code: z.string(),
      ...listFields,
    }),
  }),
  createStudent: endpoint({
    method: 'POST',
    path: '/api/admin/students',
    summary: 'Create a student account',
    access: managers,
    body: accountInput.omit({ role: true }),
    status: 201,
    response: account,
  }),
  editStudent: endpoint({
    method: 'PUT',
    path: '/api/admin/students/{id}',
    summary: 'Edit a student account',
    access: managers,
    params: idParams,
    body: accountEdit,
    response: account,
  }),
  deleteStudent: endpoint({
    method: 'DELETE',
    path: '/api/admin/students/{id}',
    summary: 'Delete a student account',
    access: { Admin: 'all' },
    params: idParams,
    response: messageResponse,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/admin/students/{id}/leave',
    summary: 'Record that a student has left: the account becomes inactive, its records stay',
    access: managers,
    params: idParams,
    body: departure,
    response: account,
  }),
  return: endpoint({
    method: 'POST',
    path: '/api/admin/students/{id}/return',
    summary: 'Record that a student has come back, into a class or pending assignment',
    access: managers,
    params: idParams,
    body: z.object({ class_id: id.nullable().optional() }),
    response: account,
  }),
  resetClassPasswords: endpoint({
    method: 'POST',
    path: '/api/classes/{id}/reset-passwords',
    summary: 'Reset the passwords of all active students of a class; the list is shown once',
    access: { Teacher: 'own classes', ...managers },
    params: idParams,
    response: z.object({ class_name: z.string(), accounts: z.array(issuedPassword) }),
  }),
};
