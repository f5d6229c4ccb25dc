import type { SchoolClass } from '@lop-xanh/contract/classes';
import { useQuery } from '@tanstack/react-query';
import { combineQueries, holdBack } from '../../ui/loaded.tsx';
import { classLeaveQuery } from '../leave/public.ts';
import { studentsQuery } from './attendance.api.ts';
import { useClassWeeks } from './use-class-weeks.ts';

/** What the sheet of a week needs, with the leave notes that prefill it. */
export function useWeekSheet(schoolClass: SchoolClass) {
  const classWeeks = useClassWeeks(schoolClass);
  const students = useQuery(studentsQuery(schoolClass.id));
  const leave = useQuery(classLeaveQuery(schoolClass.id));
  const { savedWeeks, unsentWeeks, canTake, selectedWeek: week } = classWeeks;
  const isUntaken = week !== undefined && !savedWeeks.has(week) && !unsentWeeks.has(week);
  return {
    classWeeks,
    /** The selected week, if its attendance can be taken. */
    openWeek: isUntaken && canTake && students.data?.length ? week : undefined,
    query: holdBack(combineQueries(classWeeks.query, students), leave.isLoading),
  };
}
