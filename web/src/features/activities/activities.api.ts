import type { Profile } from '@lop-xanh/contract/auth';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { lessons } from '@lop-xanh/contract/lessons';
import { buildLibrary } from '@lop-xanh/contract/rules/weeks';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';
import { getCalendar } from '../lessons/public.ts';

/** The visible weeks of a grade with their lesson entries. */
export const activitiesQuery = (gradeId: number, user: Profile, day: string) =>
  queryOptions({
    queryKey: ['activities', gradeId],
    queryFn: () => request(lessons.list, { query: { grade_id: gradeId } }),
    ...restoreQuery<ResponseOf<typeof lessons.list>>(['activities', gradeId]),
    select: ({ lessons, classes }) => {
      const gradeClasses = classes.filter(({ grade_id }) => grade_id === gradeId);
      const { weeks, current } = buildLibrary(
        lessons,
        gradeClasses.map(({ taken }) => taken),
        getCalendar(user, day),
      );
      const activeWeeks = weeks
        .filter(({ isActive }) => isActive)
        .map(({ cards, ...week }) => ({ ...week, entries: cards.map(({ entry }) => entry) }));
      return { weeks: activeWeeks, current: current?.week ?? activeWeeks.at(-1)?.week };
    },
    // A week that an Admin hides must disappear on the next visit.
    staleTime: 0,
  });

export type Activities = ReturnType<NonNullable<ReturnType<typeof activitiesQuery>['select']>>;
export type ActivityWeek = Activities['weeks'][number];
