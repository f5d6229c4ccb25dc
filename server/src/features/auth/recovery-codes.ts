import { randomInt } from 'node:crypto';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Hasher } from './passwords.service.ts';

/** Leaves out look-alikes: 0 and o, 1, l and i. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const pickPart = () =>
  Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Written down on paper, such as `k7wm-29xd`. */
export function generateRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < limits.recoveryCodes) codes.add(`${pickPart()}-${pickPart()}`);
  return [...codes];
}

/** Drops spaces and hyphens: people type codes with and without them. */
export function normalizeCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}

/** As slow as a password: a code is too short for a fast hash. Finds a code among ten in one step. */
export function hashRecoveryCode(hasher: Hasher, userId: number, code: string): Promise<Buffer> {
  return hasher.digest(normalizeCode(code), `recovery code of user ${userId}`);
}
