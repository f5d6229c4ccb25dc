import type { Role } from '@lop-xanh/contract/rules/roles';

/** The roles that prepare a class's weekly activities. */
export const activityRoles: readonly Role[] = ['Teacher', 'Mod'];

/** They get larger text, and mostly use phones. */
export function isStudentOrParent(role: Role): boolean {
  return role === 'Student' || role === 'Parent';
}
