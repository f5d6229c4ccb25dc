import { z } from 'zod';
import { user } from './accounts.ts';
import { endpoint, everyone } from './endpoint.ts';
import { done, id } from './fields.ts';

/** Long enough for any pass phrase, short enough that hashing it costs nothing extra. */
const password = z.string().max(256);

export const credentials = z.object({
  username: z.string().min(1).max(100),
  password: password.min(1),
  /** What an earlier login on this device answered; other people's wrong tries do not slow it down. */
  device: z.string().max(100).optional(),
});

export const passwordChange = z.object({
  current: password.optional(),
  next: password.min(1),
});

/** A child as a parent sees it on the profile. */
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

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Log in with a username and a password',
    access: 'anyone',
    withoutKey: true,
    body: credentials,
    response: z.object({ token: z.string(), message: z.string(), device: z.string() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Revoke the token of this request',
    access: everyone('self'),
    whilePasswordMustChange: true,
    withoutKey: true,
    response: done,
  }),
  endSession: endpoint({
    method: 'POST',
    path: '/api/auth/end-session',
    summary: 'End the session of a token, named by its SHA-256: with that nobody can enter it',
    access: 'anyone',
    withoutKey: true,
    body: z.object({ token_sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    response: done,
  }),
  logoutOthers: endpoint({
    method: 'POST',
    path: '/api/auth/logout-others',
    summary: 'End every other session of the account',
    access: everyone('self'),
    withoutKey: true,
    response: done.extend({ ended: z.number().int() }),
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'The account behind the token',
    access: everyone('self'),
    whilePasswordMustChange: true,
    returnsProfile: true,
    response: user,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Set a new password; every other session of the account ends',
    access: everyone('self'),
    whilePasswordMustChange: true,
    withoutKey: true,
    body: passwordChange,
    response: done.extend({ token: z.string() }),
  }),
  children: endpoint({
    method: 'GET',
    path: '/api/me/children',
    summary: "A parent's children; an empty list for everyone else",
    access: everyone('self'),
    response: z.object({ children: z.array(child) }),
  }),
};
