import { limits } from './limits.ts';

/** The rule that the hint on the change-password form describes; the server enforces it. */
export function isStrongPassword(password: string): boolean {
  return (
    password.length >= limits.minOwnPasswordLength &&
    /\p{L}/u.test(password) &&
    /\p{N}/u.test(password)
  );
}
