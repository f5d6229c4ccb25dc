import { type AttendanceWeek, attendance } from '@lop-xanh/contract/attendance';
import { classes } from '@lop-xanh/contract/classes';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { recallQuery } from '../../lib/remembered-queries.ts';

type Weeks = ResponseOf<typeof attendance.weeks>;
type Students = ResponseOf<typeof classes.students>;
type StudentYear = ResponseOf<typeof attendance.ofStudent>;

const keys = {
  weeks: (classId: number) => ['classes', classId, 'weeks'] as const,
  students: (classId: number) => ['classes', classId, 'students'] as const,
  grid: (classId: number) => ['classes', classId, 'grid'] as const,
  student: (id: number) => ['classes', 'student', id] as const,
};

/** Another device may have taken a week meanwhile, so it is always asked for anew. */
export const weeksQuery = (classId: number) =>
  queryOptions({
    queryKey: keys.weeks(classId),
    queryFn: () => request(attendance.weeks, { params: { id: classId } }),
    ...recallQuery<Weeks>(keys.weeks(classId)),
    staleTime: 0,
  });

export const studentsQuery = (classId: number) =>
  queryOptions({
    queryKey: keys.students(classId),
    queryFn: () => request(classes.students, { params: { id: classId } }),
    ...recallQuery<Students>(keys.students(classId)),
    select: ({ students }) => students,
  });

export const gridQuery = (classId: number) =>
  queryOptions({
    queryKey: keys.grid(classId),
    queryFn: () => request(attendance.grid, { params: { id: classId } }),
    ...recallQuery<ResponseOf<typeof attendance.grid>>(keys.grid(classId)),
    staleTime: 0,
  });

export const studentYearQuery = (id: number) =>
  queryOptions({
    queryKey: keys.student(id),
    queryFn: () => request(attendance.ofStudent, { params: { id } }),
    ...recallQuery<StudentYear>(keys.student(id)),
    staleTime: 0,
  });

export function downloadGrid(classId: number, name: string): Promise<void> {
  return download(attendance.gridFile, { params: { id: classId } }, name);
}

/** A saved week counts in lessons and progress too, so everything shown is asked for anew. */
export function takeOverWeek(client: QueryClient, classId: number, saved: AttendanceWeek): void {
  client.setQueryData<Weeks>(keys.weeks(classId), (data) => {
    if (!data) return data;
    const others = data.weeks.filter(({ week }) => week !== saved.week);
    return { ...data, weeks: [...others, saved].toSorted((one, other) => one.week - other.week) };
  });
  void client.invalidateQueries();
}

/** After a refusal: what the class is now. */
export async function refreshClass(client: QueryClient, classId: number): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.weeks(classId) }),
    client.invalidateQueries({ queryKey: keys.students(classId) }),
  ]);
}
