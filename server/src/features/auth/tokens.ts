import { hash, randomBytes } from 'node:crypto';

export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which the database keeps tokens. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
