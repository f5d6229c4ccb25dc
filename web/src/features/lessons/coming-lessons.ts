import type { Profile } from '@lop-xanh/contract/auth';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { buildLibrary, type WeekCard } from '@lop-xanh/contract/rules/weeks';
import type { QueryClient } from '@tanstack/react-query';
import { fileUrl } from '../../lib/api.ts';
import { getConnection, isGoodLine } from '../../lib/good-line.ts';
import { ownGradesQuery } from '../classes/public.ts';
import { usesCalendar } from './calendar.ts';
import { type GradeLessons, gradeLessonsQuery, lessonQuery } from './lessons.api.ts';

/** Fetches this and next week's lessons with their pictures on a good line, so that they open offline. */
export async function prefetchComingLessons(client: QueryClient, user: Profile): Promise<void> {
  if (usesCalendar(user) || !navigator.onLine || !isGoodLine(getConnection())) return;
  for (const grade of await client.fetchQuery(ownGradesQuery(user))) {
    const library = await client.fetchQuery(gradeLessonsQuery(grade.id));
    for (const { lesson, entry } of findComing(library, grade.id)) {
      await client.prefetchQuery(lessonQuery(String(lesson.id)));
      if (entry.thumbnail !== null) new Image().src = fileUrl(entry.thumbnail);
    }
  }
}

/** The cards of the next two weeks that the user's classes have not taken. */
export function findComing(
  { lessons, classes }: GradeLessons,
  gradeId: number,
): WeekCard<Lesson>[] {
  const taken = classes.filter(({ grade_id }) => grade_id === gradeId).map(({ taken }) => taken);
  return buildLibrary(lessons, taken)
    .thisMonth.slice(0, 2)
    .flatMap(({ cards }) => cards);
}
