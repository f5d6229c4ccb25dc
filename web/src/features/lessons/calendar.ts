import type { Profile } from '@lop-xanh/contract/auth';
import { getWeekForUser } from '../../lib/calendar.ts';
import { today } from '../../lib/today.ts';

/** Mods and Admins have no class whose progress sets the current week, so they use the calendar. */
export function getCalendar(
  user: Pick<Profile, 'role' | 'first_monday'>,
): { week: number | undefined } | undefined {
  const usesCalendar = user.role === 'Mod' || user.role === 'Admin';
  return usesCalendar ? { week: getWeekForUser(user, today()) } : undefined;
}
