import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { getCalendarWeek } from '@lop-xanh/contract/rules/weeks';

/** Mods and Admins have no class whose progress sets the current week, so they use the calendar. */
export function getCalendar(role: Role): { week: number | undefined } | undefined {
  const usesCalendar = role === 'Mod' || role === 'Admin';
  return usesCalendar ? { week: getCalendarWeek(getVietnamDate(new Date())) } : undefined;
}
