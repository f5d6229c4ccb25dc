import type { Profile } from '@lop-xanh/contract/auth';
import { getSchoolYear } from '@lop-xanh/contract/rules/dates';
import { getCalendarWeek, getFirstMonday } from '@lop-xanh/contract/rules/weeks';

/** The week of the school's calendar on a day. An Admin has no school and follows the usual calendar. */
export function getWeekForUser(
  { first_monday }: Pick<Profile, 'first_monday'>,
  day: string,
): number | undefined {
  return getCalendarWeek(day, first_monday ?? getFirstMonday(getSchoolYear(day)));
}
