import type { Lesson } from '@lop-xanh/contract/lessons';
import { buildLibrary, type WeekCard } from '@lop-xanh/contract/rules/weeks';
import type { GradeLessons } from './lessons.api.ts';

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
