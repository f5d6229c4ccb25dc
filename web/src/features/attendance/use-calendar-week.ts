import type { SchoolClass } from '@lop-xanh/contract/classes';
import { getCalendarWeek } from '@lop-xanh/contract/rules/weeks';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../lib/current-user.ts';
import { useToday } from '../../lib/today.ts';
import { schoolYearsQuery } from '../years/public.ts';

/** This week in the calendar of the class's school year; undefined for a class of an earlier year. */
export function useCalendarWeek({ school_id, school_year }: SchoolClass): number | undefined {
  const user = useUser();
  const today = useToday();
  // Everybody else knows the first Monday of their own school, even offline.
  const isAdmin = user.role === 'Admin';
  const { data: schoolYears = [] } = useQuery({ ...schoolYearsQuery(school_id), enabled: isAdmin });
  const current = isAdmin
    ? schoolYears.find(({ isCurrent }) => isCurrent)
    : { year: user.school_year, first_monday: user.first_monday };
  if (!current?.first_monday || current.year !== school_year) return undefined;
  return getCalendarWeek(today, current.first_monday);
}
