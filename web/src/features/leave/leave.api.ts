import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type LeaveInput, type LeaveNote, leave } from '@lop-xanh/contract/leave';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '../../lib/api.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';
import { useToday } from '../../lib/today.ts';

type Notes = ResponseOf<typeof leave.ofClass>;

const leaveKey = 'leave';
const classLeaveKey = (classId: number) => ['classes', classId, leaveKey] as const;

/** Of today and the days to come. Persisted with the class, so that the roll of tomorrow has them offline. */
export const classLeaveQuery = (classId: number) =>
  queryOptions({
    queryKey: classLeaveKey(classId),
    queryFn: () => request(leave.ofClass, { params: { id: classId } }),
    ...restoreQuery<Notes>(classLeaveKey(classId)),
    select: ({ notes }) => notes,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

const pastLeaveQuery = (classId: number, date: string) =>
  queryOptions({
    queryKey: [leaveKey, 'day', classId, date],
    queryFn: async () =>
      (await request(leave.ofClass, { params: { id: classId }, query: { date } })).notes,
  });

export const studentLeaveQuery = (id: number) =>
  queryOptions({
    queryKey: [leaveKey, 'student', id],
    queryFn: async () => (await request(leave.ofStudent, { params: { id } })).notes,
    staleTime: 0,
  });

const noNotes: LeaveNote[] = [];

/** The leave notes that apply to a day, by student. */
export function useLeaveOfDay(classId: number, day: string): ReadonlyMap<number, LeaveNote> {
  const isPast = day < useToday();
  const { data: coming = noNotes } = useQuery(classLeaveQuery(classId));
  const { data: past = noNotes } = useQuery({ ...pastLeaveQuery(classId, day), enabled: isPast });
  const notes = isPast ? past : coming;
  return useMemo(
    () =>
      new Map(
        notes
          .filter((note) => isValid(note) && note.first_day <= day && day <= note.last_day)
          .map((note) => [note.student_id, note]),
      ),
    [notes, day],
  );
}

/** Neither refused nor withdrawn. */
function isValid({ status }: LeaveNote): boolean {
  return status === 'sent' || status === 'accepted';
}

interface Submission {
  studentId: number;
  body: LeaveInput;
  /** The Idempotency-Key, the same for every retry. */
  key: string;
}

export function useSendLeave() {
  return useLeaveMutation(({ studentId: id, body, key }: Submission) =>
    request(leave.send, { params: { id }, body, headers: { 'idempotency-key': key } }),
  );
}

export function useDecideLeave() {
  return useLeaveMutation(({ id, status }: { id: number; status: 'accepted' | 'refused' }) =>
    request(leave.decide, { params: { id }, body: { status } }),
  );
}

export function useWithdrawLeave() {
  return useLeaveMutation((id: number) => request(leave.withdraw, { params: { id } }));
}

/** A note changes the roll and the day of the child too. */
function useLeaveMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [leaveKey] }),
        client.invalidateQueries({ queryKey: ['classes'] }),
      ]),
  });
}
