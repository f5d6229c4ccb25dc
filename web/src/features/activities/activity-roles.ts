import type { Role } from '@lop-xanh/contract/rules/roles';

/** The roles that prepare a class's weekly activities. */
export const activityRoles: readonly Role[] = ['Teacher', 'Mod'];
