import type { Departure } from '@lop-xanh/contract/accounts';
import { history } from '@lop-xanh/contract/history';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';

export interface TransferFilters {
  school_id?: number | undefined;
  grade_id?: number | undefined;
  class_id?: number | undefined;
  student_id?: number | undefined;
  teacher_id?: number | undefined;
  school_year?: number | undefined;
}

/** A student or teacher moving from one class to another. */
export interface ClassTransfer {
  id: number;
  userId: number;
  name: string;
  from: string | null;
  to: string | null;
  /** Why a student left the school at that time. */
  departureReason: Departure['reason'] | null;
  at: string;
  by: string;
}

interface Page {
  transfers: ClassTransfer[];
  next: string | null;
}

const pagedOptions = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Page) => next ?? undefined,
  select: ({ pages }: { pages: Page[] }) => pages.flatMap(({ transfers }) => transfers),
  placeholderData: keepPreviousData,
  staleTime: 0,
};

export const studentTransfersQuery = (filters: TransferFilters) =>
  infiniteQueryOptions({
    queryKey: ['history', 'students', filters],
    queryFn: async ({ pageParam: before }) => {
      const { history: entries, next } = await request(history.forAllStudents, {
        query: { ...filters, before },
      });
      const transfers = entries.map(
        (entry): ClassTransfer => ({
          id: entry.id,
          userId: entry.student_id,
          name: entry.full_name,
          from: entry.from_class_name,
          to: entry.to_class_name,
          departureReason: entry.departure_reason,
          at: entry.changed_at,
          by: entry.changed_by,
        }),
      );
      return { transfers, next };
    },
    ...pagedOptions,
  });

export const teacherTransfersQuery = (filters: TransferFilters) =>
  infiniteQueryOptions({
    queryKey: ['history', 'teachers', filters],
    queryFn: async ({ pageParam: before }) => {
      const { history: entries, next } = await request(history.forAllTeachers, {
        query: { ...filters, before },
      });
      const transfers = entries.map(
        (entry): ClassTransfer => ({
          id: entry.id,
          userId: entry.teacher_id,
          name: entry.teacher_full_name,
          from: entry.from_class_name,
          to: entry.to_class_name,
          departureReason: null,
          at: entry.assigned_at,
          by: entry.changed_by_username,
        }),
      );
      return { transfers, next };
    },
    ...pagedOptions,
  });

/** Also finds a teacher whose account was deleted or who never had a class. */
export const teacherNameQuery = (id: number) =>
  queryOptions({
    queryKey: ['history', 'teacher', id],
    queryFn: async () => (await request(history.forTeacher, { params: { id } })).full_name,
    enabled: id > 0,
    staleTime: 0,
  });

/** The classes of a student in which attendance was taken, in one school year or in all. */
export const recordedPeriodsQuery = (studentId: number, schoolYear: number | undefined) =>
  queryOptions({
    queryKey: ['history', 'attendance', studentId],
    queryFn: async () =>
      (await request(history.attendance, { params: { id: studentId } })).attendance,
    select: (periods) =>
      periods
        .map((period) => ({
          ...period,
          attendance_history: period.attendance_history.filter(
            ({ school_year }) => !schoolYear || school_year === schoolYear,
          ),
        }))
        .filter(({ attendance_history }) => attendance_history.length > 0),
    staleTime: 0,
  });

/** Also finds a student whose account was deleted. */
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
