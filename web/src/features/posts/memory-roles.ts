import type { Role } from '@lop-xanh/contract/rules/roles';

/** Who has former classes: students, and parents through their children. */
export const memoryRoles: readonly Role[] = ['Student', 'Parent'];
