import { lessons } from '@lop-xanh/contract/lessons';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { libraryOf } from '@lop-xanh/contract/rules/weeks';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { calendarOf } from '../../lib/calendar.ts';

/** The weeks of a grade that are taught, each with the entries that say what to prepare. */
export const activitiesQuery = (gradeId: number, role: Role) =>
  queryOptions({
    queryKey: ['activities', gradeId],
    queryFn: () => request(lessons.list, { query: { grade_id: gradeId } }),
    select: ({ lessons, classes }) => {
      const ofGrade = classes.filter(({ grade_id }) => grade_id === gradeId);
      const { weeks, current } = libraryOf(
        lessons,
        ofGrade.map(({ taken }) => taken),
        calendarOf(role),
      );
      const taught = weeks
        .filter(({ isActive }) => isActive)
        .map(({ cards, ...week }) => ({ ...week, entries: cards.map(({ entry }) => entry) }));
      return { weeks: taught, current: current?.week ?? taught.at(-1)?.week };
    },
    // What an Admin hides must be gone at the next look.
    staleTime: 0,
  });

type Activities = ReturnType<NonNullable<ReturnType<typeof activitiesQuery>['select']>>;
export type ActivityWeek = Activities['weeks'][number];
