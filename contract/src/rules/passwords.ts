import { limits } from './limits.ts';

/** The rule behind the hint on the change-password form; the server enforces it. */
export function isStrongEnough(password: string): boolean {
  return (
    password.length >= limits.ownPasswordMin && /\p{L}/u.test(password) && /\p{N}/u.test(password)
  );
}
