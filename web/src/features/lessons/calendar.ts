import type { Profile } from '@lop-xanh/contract/auth';
import { getWeekForUser } from '../../lib/calendar.ts';

/** Mods and Admins have no class whose progress sets the current week, so they use the calendar. */
export function usesCalendar({ role }: Pick<Profile, 'role'>): boolean {
  return role === 'Mod' || role === 'Admin';
}

/** The week of the calendar on a day, for those who use it. */
export function getCalendar(
  user: Pick<Profile, 'role' | 'first_monday'>,
  day: string,
): { week: number | undefined } | undefined {
  return usesCalendar(user) ? { week: getWeekForUser(user, day) } : undefined;
}
