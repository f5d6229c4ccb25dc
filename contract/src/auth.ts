import { z } from 'zod';
import { user } from './accounts.ts';
import { endpoint, everyone } from './endpoint.ts';
import { id, messageResponse } from './fields.ts';
import { languages } from './rules/languages.ts';

/** Long enough for any passphrase, short enough to be cheap to hash. */
const password = z.string().max(256);

export const credentials = z.object({
  username: z.string().min(1).max(100),
  password: password.min(1),
  /** From an earlier login on this device: failed attempts on other devices do not delay this one. */
  device: z.string().max(100).optional(),
  /** Of the authenticator app, or a recovery code; asked for with `second_factor_required`. */
  code: z.string().trim().max(40).optional(),
});

export const passwordChange = z.object({
  current: password.optional(),
  next: password.min(1),
});

/** Null until the user chooses one: they then see the site's default language. */
const languageChoice = z.object({ language: z.enum(languages).nullable() });

/** A child on a parent's profile. */
export const child = z.object({
  id,
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avt: z.string(),
  identifier_code: z.string().nullable(),
  school_name: z.string(),
  class_id: id.nullable(),
  class_name: z.string().nullable(),
  grade_id: id.nullable(),
  grade_name: z.string().nullable(),
  teacher_full_name: z.string().nullable(),
});
export type Child = z.infer<typeof child>;

/** The account of the current user. */
export const profile = user.extend({
  ...languageChoice.shape,
  /** The school's current year and the Monday on which its week 1 starts; null for an Admin. */
  school_year: z.number().int().nullable(),
  first_monday: z.string().nullable(),
  /** The classes in which a teacher stands in for the homeroom teacher, until the given day. */
  substitutions: z.array(z.object({ class_id: id, class_name: z.string(), until: z.string() })),
  /** Whether the installation requires a second factor that the user has not added yet. */
  mustAddFactor: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Log in with a username and a password',
    access: 'anyone',
    withoutIdempotencyKey: true,
    body: credentials,
    response: z.object({ token: z.string(), message: z.string(), device: z.string() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Revoke the token of this request',
    access: everyone('self'),
    allowedDuringSetup: true,
    withoutIdempotencyKey: true,
    response: messageResponse,
  }),
  endSession: endpoint({
    method: 'POST',
    path: '/api/auth/end-session',
    summary: 'End a session by the SHA-256 of its token, which cannot be used to log in',
    access: 'anyone',
    withoutIdempotencyKey: true,
    body: z.object({ token_sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    response: messageResponse,
  }),
  logoutOthers: endpoint({
    method: 'POST',
    path: '/api/auth/logout-others',
    summary: 'End every other session of the account',
    access: everyone('self'),
    withoutIdempotencyKey: true,
    response: messageResponse.extend({ ended: z.number().int() }),
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'The account of the current user',
    access: everyone('self'),
    allowedDuringSetup: true,
    returnsProfile: true,
    response: profile,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Set a new password; every other session of the account ends',
    access: everyone('self'),
    allowedDuringSetup: true,
    withoutIdempotencyKey: true,
    body: passwordChange,
    response: messageResponse.extend({ token: z.string() }),
  }),
  setLanguage: endpoint({
    method: 'PUT',
    path: '/api/auth/language',
    summary: "Choose the user's own language; null returns to the site's default",
    access: everyone('self'),
    allowedDuringSetup: true,
    withoutIdempotencyKey: true,
    body: languageChoice,
    response: languageChoice,
  }),
  children: endpoint({
    method: 'GET',
    path: '/api/me/children',
    summary: "A parent's children; an empty list for other roles",
    access: everyone('self'),
    response: z.object({ children: z.array(child) }),
  }),
};
