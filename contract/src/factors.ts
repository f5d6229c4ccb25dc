import { z } from 'zod';
import { endpoint, everyone, managers } from './endpoint.ts';
import { id, idInUrl, idParams, messageResponse } from './fields.ts';

/** A session: a device on which a user is logged in. */
export const session = z.object({
  id,
  /** The browser and system, such as 'Chrome · Android'; empty if unknown. */
  device: z.string(),
  openedBy: z.enum(['password', 'card', 'passkey']),
  createdAt: z.string(),
  usedAt: z.string(),
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: z.string(),
  usedAt: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const staff = { Teacher: 'self', Mod: 'self', Admin: 'self' } as const;
/** Six digits of the authenticator app. */
const appCode = z.string().regex(/^\d{6}$/);
/** What the browser's WebAuthn functions take and return, checked by the WebAuthn library. */
const webAuthn = z.record(z.string(), z.unknown());
const recoveryCodes = z.array(z.string());
/** Adding and removing a factor need the password again: a session left open is not enough. */
const withPassword = z.object({ password: z.string().min(1).max(256) });

export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'The sessions of the current user, the latest used first',
    access: everyone('self'),
    response: z.object({ sessions: z.array(session) }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/{id}',
    summary: "End one of the user's sessions",
    access: everyone('self'),
    withoutIdempotencyKey: true,
    params: idParams,
    response: messageResponse,
  }),
  endOfUser: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/{id}/sessions/{session_id}',
    summary: 'End a session of a user whose password the actor may reset',
    access: managers,
    params: idParams.extend({ session_id: idInUrl }),
    response: messageResponse,
  }),
  endAllOfUser: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/{id}/sessions',
    summary: 'End all sessions of a user whose password the actor may reset',
    access: managers,
    params: idParams,
    response: messageResponse,
  }),
};

export const factors = {
  read: endpoint({
    method: 'GET',
    path: '/api/auth/factors',
    summary: 'The second factors of the current user',
    access: staff,
    allowedDuringSetup: true,
    response: z.object({
      hasApp: z.boolean(),
      passkeys: z.array(passkey),
      recoveryCodesLeft: z.number().int().nonnegative(),
      /** Whether the installation requires one of this role. */
      isRequired: z.boolean(),
    }),
  }),
  startApp: endpoint({
    method: 'POST',
    path: '/api/auth/factors/app',
    summary: 'Begin to add an authenticator app: its secret, to be confirmed with a code',
    access: staff,
    allowedDuringSetup: true,
    withoutIdempotencyKey: true,
    body: withPassword,
    response: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmApp: endpoint({
    method: 'POST',
    path: '/api/auth/factors/app/confirm',
    summary: 'Confirm the authenticator app with a code; the first factor returns recovery codes',
    access: staff,
    allowedDuringSetup: true,
    withoutIdempotencyKey: true,
    body: z.object({ code: appCode }),
    response: z.object({ recoveryCodes }),
  }),
  removeApp: endpoint({
    method: 'DELETE',
    path: '/api/auth/factors/app',
    summary: 'Remove the authenticator app',
    access: staff,
    withoutIdempotencyKey: true,
    body: withPassword,
    response: messageResponse,
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/factors/passkeys/options',
    summary: 'Begin to add a passkey: the options for the browser',
    access: staff,
    allowedDuringSetup: true,
    withoutIdempotencyKey: true,
    body: withPassword,
    response: webAuthn,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/factors/passkeys',
    summary: 'Add a passkey; the first factor returns recovery codes',
    access: staff,
    allowedDuringSetup: true,
    withoutIdempotencyKey: true,
    body: z.object({ name: z.string().trim().min(1).max(60), response: webAuthn }),
    status: 201,
    response: z.object({ passkey, recoveryCodes }),
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/auth/factors/passkeys/{id}',
    summary: 'Remove a passkey',
    access: staff,
    withoutIdempotencyKey: true,
    params: idParams,
    body: withPassword,
    response: messageResponse,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/auth/factors/recovery-codes',
    summary: 'New recovery codes; the former ones stop working',
    access: staff,
    withoutIdempotencyKey: true,
    body: withPassword,
    response: z.object({ recoveryCodes }),
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/{id}/factors',
    summary: 'Remove the second factors of a user who has lost them; their sessions end',
    access: managers,
    params: idParams,
    response: messageResponse,
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/options',
    summary: 'Begin to log in with a passkey: the options for the browser',
    access: 'anyone',
    withoutIdempotencyKey: true,
    response: webAuthn,
  }),
  passkeyLogin: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/login',
    summary: 'Log in with a passkey, which needs neither username nor password',
    access: 'anyone',
    withoutIdempotencyKey: true,
    body: z.object({ response: webAuthn }),
    response: z.object({ token: z.string(), username: z.string(), message: z.string() }),
  }),
};
