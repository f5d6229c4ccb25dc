import type { Role } from '@lop-xanh/contract/rules/roles';

/** Those who print cards and unlock them. */
export const cardRoles: readonly Role[] = ['Teacher', 'Mod', 'Admin'];
