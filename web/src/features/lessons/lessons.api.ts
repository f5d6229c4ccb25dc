import type { Profile } from '@lop-xanh/contract/auth';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type Lesson, type LessonInput, lessons } from '@lop-xanh/contract/lessons';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';
import { type FileTransfer, upload } from '../../lib/upload.ts';
import { findGrade, ownGradesQuery } from '../classes/public.ts';

const lessonKeys = {
  all: ['lessons'],
  grade: (gradeId: number) => ['lessons', 'of grade', gradeId],
  detail: (id: string) => ['lessons', 'one', id],
  managed: ['lessons', 'managed'],
};

/** Short, so that a hidden lesson disappears on the next visit, but long enough to use the prefetch. */
const shortCache = { staleTime: 1_000 };

export type GradeLessons = ResponseOf<typeof lessons.list>;

/** The lessons of a grade, and the user's classes in it. */
export const gradeLessonsQuery = (gradeId: number) =>
  queryOptions({
    queryKey: lessonKeys.grade(gradeId),
    queryFn: () => request(lessons.list, { query: { grade_id: gradeId } }),
    ...restoreQuery<GradeLessons>(lessonKeys.grade(gradeId)),
    ...shortCache,
  });

export async function prefetchLessons(client: QueryClient, user: Profile): Promise<void> {
  const grade = findGrade(await client.fetchQuery(ownGradesQuery(user)), location.search);
  if (grade) await client.prefetchQuery(gradeLessonsQuery(grade.id));
}

export const lessonQuery = (id: string) =>
  queryOptions({
    queryKey: lessonKeys.detail(id),
    queryFn: () => request(lessons.read, { params: { id } }),
    ...restoreQuery<Lesson>(lessonKeys.detail(id)),
    ...shortCache,
  });

export const managedLessonsQuery = queryOptions({
  queryKey: lessonKeys.managed,
  queryFn: async () => (await request(lessons.list)).lessons,
  ...shortCache,
});

interface SaveInput {
  body: LessonInput;
  /** The Idempotency-Key, the same for every retry. */
  key: string;
}

/** Creates a lesson, or edits the given one from the version that was opened. */
export function useSaveLesson(lesson: { id: number; version: number } | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: SaveInput) => {
      const headers = { 'idempotency-key': key };
      if (!lesson) return request(lessons.create, { body, headers });
      const { id, version } = lesson;
      return request(lessons.edit, { params: { id }, body: { ...body, version }, headers });
    },
    onSuccess: (saved) => {
      updateManagedLessons(client, saved);
      // Not awaited: the editor closes while the other lists refetch.
      void client.invalidateQueries({ queryKey: lessonKeys.all });
    },
  });
}

function updateManagedLessons(client: QueryClient, saved: Lesson): void {
  client.setQueryData(managedLessonsQuery.queryKey, (cached) => {
    const isCached = cached?.some(({ id }) => id === saved.id);
    return isCached
      ? cached?.map((lesson) => (lesson.id === saved.id ? saved : lesson))
      : cached && [...cached, saved];
  });
}

export function useDeleteLesson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request(lessons.delete, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: lessonKeys.all }),
  });
}

/** Returns the URL of the image, to be saved with its week. */
export async function uploadThumbnail(image: File, transfer: FileTransfer): Promise<string> {
  const form = new FormData();
  form.set('thumbnail', image, image.name);
  return (await upload(lessons.uploadThumbnail, { form, headers: {}, transfer })).url;
}

/** Reads the weeks in a file; nothing is saved. */
export function readLessonTable(file: File): Promise<ResponseOf<typeof lessons.readTable>> {
  const form = new FormData();
  form.set('file', file, file.name);
  return upload(lessons.readTable, { form, headers: {} });
}

export function downloadLessonTable({ id, title }: Pick<Lesson, 'id' | 'title'>): Promise<void> {
  return download(lessons.exportTable, { params: { id } }, `${title}.xlsx`);
}
