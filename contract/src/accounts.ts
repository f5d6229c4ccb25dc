import { z } from 'zod';
import { endpoint, managers } from './endpoint.ts';
import { byId, done, id, idInAddress } from './fields.ts';
import { messages } from './messages.ts';
import { nextCursor, pageQuery } from './paging.ts';
import { accountLengths, usernameLetters, usernameLettersOnly } from './rules/account-form.ts';
import { limits } from './rules/limits.ts';
import { parseRole, roles } from './rules/roles.ts';

/** Compared without case, stored as typed. */
export const username = z
  .string(messages.accounts.usernameTooShort)
  .min(limits.usernameMin, messages.accounts.usernameTooShort)
  .max(accountLengths.username)
  .regex(usernameLetters, usernameLettersOnly);

export const accountStatuses = ['active', 'inactive'] as const;
export const accountStatus = z.enum(accountStatuses);
export type AccountStatus = z.infer<typeof accountStatus>;

/** A person's account as its owner and those who manage it see it. */
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

/** What the reader may do with an account, by the same rules that guard the calls. */
export const accountAbilities = z.object({
  edit: z.boolean(),
  /** Active or inactive. */
  setStatus: z.boolean(),
  setRole: z.boolean(),
  setSchool: z.boolean(),
  /** A reset, or a new password in the form. */
  resetPassword: z.boolean(),
  delete: z.boolean(),
  /** Let the user try to log in again at once, after too many wrong tries. */
  unlock: z.boolean(),
  /** A parent account for this student. */
  addParent: z.boolean(),
});
export type AccountAbilities = z.infer<typeof accountAbilities>;

/** An account in the hands of those who manage it. */
export const account = user.extend({
  /** Grows with every change; sent back with an edit, a stale one is a conflict. */
  version: id,
  /** The accounts of a student's parents. */
  parent_ids: z.array(id),
  /** Whether wrong tries make the next login wait. */
  isLoginSlowed: z.boolean(),
  can: accountAbilities,
});
export type Account = z.infer<typeof account>;

const line = (most: number) => z.string().trim().max(most);

/** Any case, with space around it or not. */
const role = z.string().refine((word) => parseRole(word) !== undefined, 'Unknown role');

/** What may be written into an account beside these; each role has its own list of what takes effect. */
const writable = z.object({
  /** Left out or null: a teacher or student is pending assignment. */
  class_id: id.nullable(),
  school_id: id.nullable(),
  first_name: line(accountLengths.first_name),
  last_name: line(accountLengths.last_name),
  /** For callers who know no other: its last word is the first name. */
  full_name: line(accountLengths.full_name),
  /** Assigned to a student when left out or empty. */
  identifier_code: line(accountLengths.identifier_code).nullable(),
  email: line(accountLengths.email).nullable(),
  phone: line(accountLengths.phone).nullable(),
  parent_name: line(accountLengths.parent_name).nullable(),
  status: accountStatus,
  isChangePass: z.boolean(),
  /** A parent's children. */
  student_ids: z.array(id).max(20),
});
/** Long enough for any pass phrase, short enough that hashing it costs nothing extra. */
const password = z.string(messages.accounts.passwordTooShort).max(256);
const isLongEnough = (word: string) => word.length >= limits.passwordMin;

export const accountDraft = writable.partial().extend({
  role,
  username,
  password: password.refine(isLongEnough, messages.accounts.passwordTooShort),
});
export type AccountDraft = z.infer<typeof accountDraft>;

/** What is left out stays as it is, and so does the password where it is empty. */
export const accountEdit = writable.partial().extend({
  role: role.optional(),
  username: username.optional(),
  password: password
    .refine((word) => word === '' || isLongEnough(word), messages.accounts.passwordTooShort)
    .nullable()
    .optional(),
  version: id.optional(),
});
export type AccountEdit = z.infer<typeof accountEdit>;

/**
 * A school's people come whole; with `page` only that page of `rows`. Without a school an Admin's
 * list goes by cursor.
 */
const listQuery = pageQuery.extend({
  school_id: idInAddress.optional(),
  grade_id: idInAddress.optional(),
  /** 'none' is pending assignment. */
  class_id: z.union([z.literal('none'), idInAddress]).optional(),
  status: accountStatus.optional(),
  /** The children of a parent, the parents of a child. */
  family_of: idInAddress.optional(),
  /** Words of a name without regard to diacritics, the beginning of a username, digits of a code. */
  q: line(100).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  rows: z.coerce.number().int().min(1).max(100).default(limits.tableRows),
});
export type AccountListQuery = z.infer<typeof listQuery>;

const listed = {
  next: nextCursor,
  /** How many there are on all pages. */
  total: z.number().int().nonnegative(),
  /** The roles of the accounts that the caller may create. */
  can: z.object({ create: z.array(z.enum(roles)) }),
};

/** A password that is shown this once, and must be changed at the first login. */
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
      'Accounts by given name; a Mod sees the Teachers, Students and Parents of their school',
    access: managers,
    query: listQuery.extend({ role: role.optional() }),
    response: z.object({ users: z.array(account), ...listed }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/users',
    summary: 'Create an account; a Mod those of Teachers and Students',
    access: managers,
    body: accountDraft,
    status: 201,
    response: account,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/admin/users/{id}',
    summary: 'Change an account',
    access: managers,
    params: byId,
    body: accountEdit,
    response: account,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/{id}',
    summary: 'Delete an account: it is hidden, and what it wrote stays',
    access: { Admin: 'all' },
    params: byId,
    response: done,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/reset',
    summary: 'Give an account a temporary password, shown once; its sessions end',
    access: managers,
    params: byId,
    response: z.object({ password: z.string() }),
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/unlock',
    summary: 'Forget the wrong logins of an account, so that its owner can try again at once',
    access: { Teacher: 'own classes', ...managers },
    params: byId,
    response: done,
  }),
  students: endpoint({
    method: 'GET',
    path: '/api/admin/students',
    summary: 'Students by given name, with the code that the next new one gets',
    access: managers,
    query: listQuery,
    response: z.object({ students: z.array(account), next_identifier_code: z.string(), ...listed }),
  }),
  createStudent: endpoint({
    method: 'POST',
    path: '/api/admin/students',
    summary: 'Create the account of a student',
    access: managers,
    body: accountDraft.omit({ role: true }),
    status: 201,
    response: account,
  }),
  editStudent: endpoint({
    method: 'PUT',
    path: '/api/admin/students/{id}',
    summary: 'Change the account of a student',
    access: managers,
    params: byId,
    body: accountEdit,
    response: account,
  }),
  removeStudent: endpoint({
    method: 'DELETE',
    path: '/api/admin/students/{id}',
    summary: 'Delete the account of a student',
    access: { Admin: 'all' },
    params: byId,
    response: done,
  }),
  resetClass: endpoint({
    method: 'POST',
    path: '/api/classes/{id}/reset-passwords',
    summary: 'Give every active student of a class a temporary password; the list is shown once',
    access: managers,
    params: byId,
    response: z.object({ class_name: z.string(), accounts: z.array(issuedPassword) }),
  }),
};
