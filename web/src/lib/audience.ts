import type { Role } from '@lop-xanh/contract/rules/roles';

/** Whoever prepares what a class does each week. */
export const activityRoles: readonly Role[] = ['Teacher', 'Mod'];

/** Students and their parents: larger text, and a phone in the hand. */
export function isStudentSide(role: Role): boolean {
  return role === 'Student' || role === 'Parent';
}
