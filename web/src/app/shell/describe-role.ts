import { t } from '@lingui/core/macro';
import type { Profile } from '@lop-xanh/contract/auth';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { getRoleName } from '../../language/role-names.ts';

/** The role with its class, school or number of children, or with the class that a teacher stands in for. */
export function describeRole(
  {
    role,
    class_name: className,
    school_name: schoolName,
    student_ids: { length: children },
    substitutions: [substitution],
  }: Profile,
  { isShort }: { isShort: boolean },
): string {
  const roleName = getRoleName(role);
  if (substitution) {
    const { class_name: name } = substitution;
    const until = formatDay(substitution.until);
    // A phone has no room for the year.
    const day = isShort ? until.slice(0, 'DD/MM'.length) : until;
    return t`Dạy thay lớp ${name} đến ${day}`;
  }
  if (role === 'Parent' && children > 0) return t`${roleName} · ${children} con`;
  if (role === 'Student' && className !== null) return t`Lớp ${className} · ${roleName}`;
  // A phone has no room for the name of a school either.
  if (role === 'Mod' && schoolName !== null && !isShort) return `${roleName} · ${schoolName}`;
  return roleName;
}
