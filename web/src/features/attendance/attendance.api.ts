import { type AttendanceWeek, attendance } from '@lop-xanh/contract/attendance';
import { classes } from '@lop-xanh/contract/classes';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';

type Weeks = ResponseOf<typeof attendance.weeks>;
type Students = ResponseOf<typeof classes.students>;
type StudentYear = ResponseOf<typeof attendance.forStudent>;

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
    queryFn: () => request(attendance.weeks, { params: { id: classId } }),
    ...restoreQuery<Weeks>(attendanceKeys.weeks(classId)),
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
    queryFn: () => request(attendance.grid, { params: { id: classId } }),
    ...restoreQuery<ResponseOf<typeof attendance.grid>>(attendanceKeys.grid(classId)),
    staleTime: 0,
  });

/** Of the current year by default. */
export const studentYearQuery = (id: number, year: number | undefined) =>
  queryOptions({
    queryKey: attendanceKeys.student(id, year),
    queryFn: () => request(attendance.forStudent, { params: { id }, query: { school_year: year } }),
    ...restoreQuery<StudentYear>(attendanceKeys.student(id, year)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function downloadGrid(classId: number, fileName: string): Promise<void> {
  return download(attendance.gridFile, { params: { id: classId } }, fileName);
}

/** Adds a saved week. Invalidates all queries, because lessons and progress depend on it too. */
export function applySavedWeek(client: QueryClient, classId: number, saved: AttendanceWeek): void {
  client.setQueryData<Weeks>(attendanceKeys.weeks(classId), (data) => {
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
