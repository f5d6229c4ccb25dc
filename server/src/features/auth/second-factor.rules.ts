import type { Role } from '@lop-xanh/contract/rules/roles';

/** Whether the installation's setting `REQUIRE_SECOND_FACTOR` applies to this role. */
export function mustHaveSecondFactor(role: Role, isRequired: boolean): boolean {
  return isRequired && (role === 'Admin' || role === 'Mod');
}
