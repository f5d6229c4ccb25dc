import { type AttendanceWeek, attendance } from '@lop-xanh/contract/attendance';
import { classes } from '@lop-xanh/contract/classes';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';
import {
  type KeptGrid,
  type KeptStudentYear,
  type KeptWeeks,
  normalizeGrid,
  normalizeStudentYear,
  normalizeWeeks,
} from './normalize-attendance.ts';

type Students = ResponseOf<typeof classes.students>;

const attendanceKeys = {
  weeks: (classId: number) => ['classes', classId, 'weeks'] as const,
  students: (classId: number) => ['classes', classId, 'students'] as const,
  grid: (classId: number) => ['classes', classId, 'grid'] as const,
  student: (id: number, year: number | undefined) =>
    ['classes', 'student', id, ...(year ? [year] : [])] as const,
};

/** Never fresh: another device may have saved a week in the meantime. */
export const weeksQuery = (classId: number) =>
  queryOptions({
    queryKey: attendanceKeys.weeks(classId),
    queryFn: (): Promise<KeptWeeks> => request(attendance.weeks, { params: { id: classId } }),
    ...restoreQuery<KeptWeeks>(attendanceKeys.weeks(classId)),
    select: normalizeWeeks,
    staleTime: 0,
  });

export const studentsQuery = (classId: number) =>
  queryOptions({
    queryKey: attendanceKeys.students(classId),
    queryFn: () => request(classes.students, { params: { id: classId } }),
    ...restoreQuery<Students>(attendanceKeys.students(classId)),
    select: ({ students }) => students,
  });

export const gridQuery = (classId: number) =>
  queryOptions({
    queryKey: attendanceKeys.grid(classId),
    queryFn: (): Promise<KeptGrid> => request(attendance.grid, { params: { id: classId } }),
    ...restoreQuery<KeptGrid>(attendanceKeys.grid(classId)),
    select: normalizeGrid,
    staleTime: 0,
  });

/** Of the current year by default. */
export const studentYearQuery = (id: number, year: number | undefined) =>
  queryOptions({
    queryKey: attendanceKeys.student(id, year),
    queryFn: (): Promise<KeptStudentYear> =>
      request(attendance.forStudent, { params: { id }, query: { school_year: year } }),
    ...restoreQuery<KeptStudentYear>(attendanceKeys.student(id, year)),
    select: normalizeStudentYear,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function downloadGrid(classId: number, fileName: string): Promise<void> {
  return download(attendance.gridFile, { params: { id: classId } }, fileName);
}

/** The records of a sheet that were fetched last. */
export function getRecords(
  client: QueryClient,
  { classId, week }: { classId: number; week: number },
): AttendanceWeek['records'] {
  const data = client.getQueryData<KeptWeeks>(attendanceKeys.weeks(classId));
  return (data && normalizeWeeks(data).weeks.find((saved) => saved.week === week)?.records) ?? [];
}

/** Adds a saved or corrected week. Invalidates all queries, because lessons and progress depend on it too. */
export function applySavedWeek(client: QueryClient, classId: number, saved: AttendanceWeek): void {
  client.setQueryData<KeptWeeks>(attendanceKeys.weeks(classId), (data) => {
    if (!data) return data;
    const others = data.weeks.filter(({ week }) => week !== saved.week);
    return { ...data, weeks: [...others, saved].toSorted((a, b) => a.week - b.week) };
  });
  void client.invalidateQueries();
}

/** Refetches the class after the server rejected a sheet. */
export async function refreshClass(client: QueryClient, classId: number): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: attendanceKeys.weeks(classId) }),
    client.invalidateQueries({ queryKey: attendanceKeys.students(classId) }),
  ]);
}
