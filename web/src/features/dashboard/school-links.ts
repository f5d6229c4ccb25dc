import { paths } from '../../lib/paths.ts';

/** Where the figures of a school lead. */
export const schoolLinks = {
  overview: (id: number) => `${paths.schoolOverview}?school=${id}`,
  attendance: (id: number) => `${paths.attendanceOverview}?school=${id}`,
  mods: (id: number) => `${paths.accounts}?school=${id}&tab=moderators`,
  privacy: (id: number) => `${paths.privacy}?school=${id}`,
  schoolYear: (id: number) => `${paths.schoolYear}?school=${id}`,
  cards: (id: number, classId: number) => `${paths.cards}?class=${classId}&school=${id}`,
};
