import { history } from '@lop-xanh/contract/history';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';

export interface WantedMoves {
  school_id?: number | undefined;
  grade_id?: number | undefined;
  class_id?: number | undefined;
  student_id?: number | undefined;
  teacher_id?: number | undefined;
}

/** A change of class, of whoever it is. */
export interface Move {
  id: number;
  personId: number;
  name: string;
  from: string | null;
  to: string | null;
  at: string;
  by: string;
}

interface Page {
  moves: Move[];
  next: string | null;
}

const growing = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Page) => next ?? undefined,
  select: ({ pages }: { pages: Page[] }) => pages.flatMap(({ moves }) => moves),
  placeholderData: keepPreviousData,
  staleTime: 0,
};

export const studentMovesQuery = (wanted: WantedMoves) =>
  infiniteQueryOptions({
    queryKey: ['history', 'students', wanted],
    queryFn: async ({ pageParam: before }) => {
      const { history: found, next } = await request(history.ofStudents, {
        query: { ...wanted, before },
      });
      const moves = found.map(
        (one): Move => ({
          id: one.id,
          personId: one.student_id,
          name: one.full_name,
          from: one.from_class_name,
          to: one.to_class_name,
          at: one.changed_at,
          by: one.changed_by,
        }),
      );
      return { moves, next };
    },
    ...growing,
  });

export const teacherMovesQuery = (wanted: WantedMoves) =>
  infiniteQueryOptions({
    queryKey: ['history', 'teachers', wanted],
    queryFn: async ({ pageParam: before }) => {
      const { history: found, next } = await request(history.ofTeachers, {
        query: { ...wanted, before },
      });
      const moves = found.map(
        (one): Move => ({
          id: one.id,
          personId: one.teacher_id,
          name: one.teacher_full_name,
          from: one.from_class_name,
          to: one.to_class_name,
          at: one.assigned_at,
          by: one.changed_by_username,
        }),
      );
      return { moves, next };
    },
    ...growing,
  });

/** A teacher's name, also where the account is no longer there and no class was ever recorded. */
export const teacherNameQuery = (id: number) =>
  queryOptions({
    queryKey: ['history', 'teacher', id],
    queryFn: async () => (await request(history.ofTeacher, { params: { id } })).full_name,
    enabled: id > 0,
    staleTime: 0,
  });

export const staysQuery = (studentId: number) =>
  queryOptions({
    queryKey: ['history', 'attendance', studentId],
    queryFn: async () =>
      (await request(history.attendance, { params: { id: studentId } })).attendance,
    staleTime: 0,
  });

/** A student's report; also tells who it is, where the account is no longer there. */
export const reportQuery = (studentId: number, schoolYear?: number) =>
  queryOptions({
    queryKey: ['history', 'report', studentId, schoolYear],
    queryFn: () =>
      request(history.report, { params: { id: studentId }, query: { school_year: schoolYear } }),
    enabled: studentId > 0,
    staleTime: 0,
  });

export function downloadReport(id: number, schoolYear: number, name: string): Promise<void> {
  const query = { school_year: schoolYear };
  return download(history.reportFile, { params: { id }, query }, name);
}
