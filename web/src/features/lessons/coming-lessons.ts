import type { Profile } from '@lop-xanh/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import { fileUrl } from '../../lib/api.ts';
import { getConnection, isGoodLine } from '../../lib/good-line.ts';
import { waitForControl } from '../../lib/service-worker.ts';
import { ownGradesQuery } from '../classes/public.ts';
import { usesCalendar } from './calendar.ts';
import { findComing } from './coming-weeks.ts';
import { gradeLessonsQuery, lessonQuery } from './lessons.api.ts';

/** Refetching a list that was just opened would make it look fresh to the next visit. */
const listStaleTimeMs = 600_000;

/** Fetches this and next week's lessons with their pictures on a good line, so that they open offline. */
export async function prefetchComingLessons(client: QueryClient, user: Profile): Promise<void> {
  if (usesCalendar(user) || !navigator.onLine || !isGoodLine(getConnection())) return;
  const pictures: string[] = [];
  for (const grade of await client.fetchQuery(ownGradesQuery(user))) {
    const library = await client.fetchQuery({
      ...gradeLessonsQuery(grade.id),
      staleTime: listStaleTimeMs,
    });
    for (const { lesson, entry } of findComing(library, grade.id)) {
      await client.prefetchQuery(lessonQuery(String(lesson.id)));
      if (entry.thumbnail !== null) pictures.push(fileUrl(entry.thumbnail));
    }
  }
  // Only the service worker stores pictures.
  await waitForControl();
  for (const picture of pictures) new Image().src = picture;
}
