import type { User } from '@lop-xanh/contract/accounts';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type Lesson, type LessonInput, lessons } from '@lop-xanh/contract/lessons';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { gradeIn, ownGradesQuery } from '../../lib/grade.ts';
import { type Transfer, upload } from '../../lib/upload.ts';

const keys = {
  all: ['lessons'],
  ofGrade: (gradeId: number) => ['lessons', 'of grade', gradeId],
  one: (id: string) => ['lessons', 'one', id],
  managed: ['lessons', 'managed'],
};

/** What an Admin hides must be gone at the next look; what was fetched for this one is not asked for twice. */
const forThisLook = { staleTime: 1_000 };

export type GradeLessons = ResponseOf<typeof lessons.list>;

/** The lessons of a grade, and the classes of it that the reader has to do with. */
export const gradeLessonsQuery = (gradeId: number) =>
  queryOptions({
    queryKey: keys.ofGrade(gradeId),
    queryFn: () => request(lessons.list, { query: { grade_id: gradeId } }),
    ...forThisLook,
  });

export async function prefetchLessons(client: QueryClient, user: User): Promise<void> {
  const grade = gradeIn(await client.fetchQuery(ownGradesQuery(user)), location.search);
  if (grade) await client.prefetchQuery(gradeLessonsQuery(grade.id));
}

export const lessonQuery = (id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: () => request(lessons.read, { params: { id } }),
    ...forThisLook,
  });

export const managedLessonsQuery = queryOptions({
  queryKey: keys.managed,
  queryFn: async () => (await request(lessons.list)).lessons,
  ...forThisLook,
});

interface Saving {
  body: LessonInput;
  /** The same for every try to send this. */
  key: string;
}

/** Adds a lesson, or changes the one given, from the version that the change began with. */
export function useSaveLesson(lesson: { id: number; version: number } | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: Saving) => {
      const headers = { 'idempotency-key': key };
      if (!lesson) return request(lessons.create, { body, headers });
      const { id, version } = lesson;
      return request(lessons.edit, { params: { id }, body: { ...body, version }, headers });
    },
    onSuccess: (saved) => {
      settleManaged(client, saved);
      // Whoever saved goes on at once; what else has to do with lessons is fetched meanwhile.
      void client.invalidateQueries({ queryKey: keys.all });
    },
  });
}

function settleManaged(client: QueryClient, saved: Lesson): void {
  client.setQueryData(managedLessonsQuery.queryKey, (known) => {
    const isKnown = known?.some(({ id }) => id === saved.id);
    return isKnown
      ? known?.map((one) => (one.id === saved.id ? saved : one))
      : known && [...known, saved];
  });
}

export function useDeleteLesson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request(lessons.remove, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Answers the address of the picture, to be saved with its week. */
export async function uploadThumbnail(picture: File, transfer: Transfer): Promise<string> {
  const form = new FormData();
  form.set('thumbnail', picture, picture.name);
  return (await upload(lessons.uploadThumbnail, { form, headers: {}, transfer })).url;
}
