export const roles = ['Admin', 'Mod', 'Teacher', 'Student', 'Parent'] as const;
export type Role = (typeof roles)[number];

/** Those who work at a school, as opposed to its students and their parents. */
export function isStaff(role: Role): boolean {
  return role !== 'Student' && role !== 'Parent';
}

/** The role a person meant, whatever its case and surrounding space; undefined when there is none. */
export function parseRole(word: string): Role | undefined {
  const wanted = word.trim().toLowerCase();
  return roles.find((role) => role.toLowerCase() === wanted);
}
