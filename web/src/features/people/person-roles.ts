import type { Role } from '@lop-xanh/contract/rules/roles';

const staff: readonly Role[] = ['Mod', 'Admin'];

/** Whether a user of a role has the page of a person; the role of the person may be unknown. */
export function canOpenPerson(readerRole: Role, personRole?: Role | null): boolean {
  if (readerRole === 'Admin') return true;
  return readerRole === 'Mod' && !(personRole && staff.includes(personRole));
}
