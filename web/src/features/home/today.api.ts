import type { Profile } from '@lop-xanh/contract/auth';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { type StudentDay, today } from '@lop-xanh/contract/today';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';
import { useToday } from '../../lib/today.ts';

export type Today = ResponseOf<typeof today.read>;

const todayKey = ['classes', 'today'] as const;

/** The day of a student, or of a parent's children; persisted with their classes. */
export const todayQuery = queryOptions({
  queryKey: todayKey,
  queryFn: () => request(today.read),
  ...restoreQuery<Today>(todayKey),
  // Attendance may be taken at any moment, but not twice while the first screen opens.
  staleTime: 10_000,
  refetchOnWindowFocus: 'always',
});

function hasDay(role: Role): boolean {
  return role === 'Student' || role === 'Parent';
}

export async function prefetchToday(client: QueryClient, { role }: Profile): Promise<void> {
  if (hasDay(role)) await client.prefetchQuery(todayQuery);
}

/** On another day the lessons of a persisted response still hold, but nothing else about that day. */
export function useStudentDays(data: Today | undefined): StudentDay[] {
  const isToday = data?.date === useToday();
  const students = data?.students ?? [];
  return isToday ? students : students.map((day) => ({ ...day, attendance: null, leave: null }));
}
