import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import { z } from 'zod';

/** Loaded with the first passkey: it takes 9 MB, and most schools have none. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** The site that passkeys belong to. */
export interface RelyingParty {
  rpId: string;
  origins: string[];
}

/** What the browser returns, as far as we read it ourselves; the library checks the rest. */
const browserResponse = z.looseObject({
  id: z.string().regex(/^[\w-]{1,1364}$/),
  response: z.looseObject({ clientDataJSON: z.string() }),
});
const clientData = z.object({ challenge: z.string().regex(/^[\w-]{1,100}$/) });

interface ParsedResponse {
  credentialId: Buffer;
  /** What the passkey says it has signed; the verification checks the signature. */
  challenge: string;
}

/** Returns undefined for anything but a response of the browser's WebAuthn functions. */
export function parseResponse(response: unknown): ParsedResponse | undefined {
  const { data } = browserResponse.safeParse(response);
  if (!data) return undefined;
  const decoded = decodeOrNull(data.response.clientDataJSON);
  const { data: signed } = clientData.safeParse(decoded);
  return signed && { credentialId: Buffer.from(data.id, 'base64url'), ...signed };
}

interface Expectation extends RelyingParty {
  challenge: string;
}

/** Returns the new credential, or undefined if the response does not prove that a passkey was made for us. */
export async function verifyNewPasskey(
  response: unknown,
  { challenge, rpId, origins }: Expectation,
): Promise<WebAuthnCredential | undefined> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
  }).catch(() => ({ registrationInfo: undefined }));
  return registrationInfo?.credential;
}

/** Returns the passkey's new counter, or undefined if the response was not signed by it for us. */
export async function verifyPasskey(
  response: unknown,
  credential: WebAuthnCredential,
  { challenge, rpId, origins }: Expectation,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    credential,
  }).catch(() => undefined);
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
}

function decodeOrNull(clientDataJSON: string): unknown {
  try {
    return JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  } catch {
    return null;
  }
}
