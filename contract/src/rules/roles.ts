export const roles = ['Admin', 'Mod', 'Teacher', 'Student', 'Parent'] as const;
export type Role = (typeof roles)[number];

/** Everyone who is not a student or parent. */
export function isStaff(role: Role): boolean {
  return role !== 'Student' && role !== 'Parent';
}

/** Ignores case and surrounding spaces; undefined for an unknown role. */
export function parseRole(text: string): Role | undefined {
  const wanted = text.trim().toLowerCase();
  return roles.find((role) => role.toLowerCase() === wanted);
}
