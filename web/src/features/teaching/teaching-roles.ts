import type { Role } from '@lop-xanh/contract/rules/roles';

/** Those who teach their school's scanner, or look after it. */
export const teachingRoles: readonly Role[] = ['Student', 'Teacher', 'Mod', 'Admin'];
