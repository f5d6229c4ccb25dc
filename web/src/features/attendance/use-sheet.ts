import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import type { Student } from '@lop-xanh/contract/classes';
import { formatLeaveNote } from '@lop-xanh/contract/rules/leave-note';
import { useState } from 'react';
import { useLeaveOfDay } from '../leave/public.ts';
import {
  readSheetDraft,
  type SheetDraft,
  type SheetId,
  type Statuses,
  saveSheetDraft,
} from './sheet-draft.ts';

/**
 * The marks on an attendance sheet. Every change is saved to the draft; a leave note says what the teacher
 * has not said.
 */
export function useSheet(sheetId: SheetId, students: readonly Student[], today: string) {
  const [draft, setDraft] = useState(() => readSheetDraft(sheetId));
  const leaveByStudent = useLeaveOfDay(sheetId.classId, draft.date ?? today);
  const [previousStatuses, setPreviousStatuses] = useState<Statuses | null>(null);

  const updateDraft = (changes: Partial<SheetDraft>) => {
    const next = { ...draft, begunOn: draft.begunOn ?? today, ...changes };
    setDraft(next);
    saveSheetDraft(sheetId, next);
  };
  const setStatuses = (statuses: Statuses) => {
    setPreviousStatuses(draft.statuses);
    updateDraft({ statuses });
  };
  const getStatus = ({ id }: Student): AttendanceStatus | undefined =>
    draft.statuses[id] ?? (leaveByStudent.has(id) ? 'absent' : undefined);
  /** Says nothing about a student who came nevertheless. */
  const findPrefill = (student: Student) =>
    getStatus(student) === 'absent' ? leaveByStudent.get(student.id) : undefined;
  const getExcused = (student: Student) =>
    getStatus(student) === 'absent' &&
    (draft.excuses[student.id] ?? leaveByStudent.has(student.id));
  const setExcused = ({ id }: Student, isExcused: boolean) =>
    updateDraft({ excuses: { ...draft.excuses, [id]: isExcused } });
  const isUnmarked = students.every(({ id }) => !draft.statuses[id]);
  const isFromEarlierDay = !isUnmarked && draft.date === null && draft.begunOn !== today;

  return {
    chosenDate: draft.date,
    /** The day of the first mark, if the date has changed to today since then. */
    earlierDay: isFromEarlierDay ? draft.begunOn : null,
    getStatus,
    getNote: (student: Student) => {
      const leave = findPrefill(student);
      return draft.notes[student.id] ?? (leave ? formatLeaveNote(leave.reason) : '');
    },
    getExcused,
    hasLeave: ({ id }: Student) => leaveByStudent.has(id),
    isUnmarked,
    isComplete: students.every(getStatus),
    mark: (student: Student, status: AttendanceStatus) => {
      if (getStatus(student) !== status) setStatuses({ ...draft.statuses, [student.id]: status });
    },
    markRestPresent: () => {
      const rest = students.filter((student) => !getStatus(student));
      const present = Object.fromEntries(rest.map(({ id }) => [id, 'present' as const]));
      if (rest.length > 0) setStatuses({ ...draft.statuses, ...present });
    },
    undo:
      previousStatuses &&
      (() => {
        setPreviousStatuses(null);
        updateDraft({ statuses: previousStatuses });
      }),
    setExcused,
    toggleExcused: (student: Student) => {
      if (getStatus(student) === 'absent') setExcused(student, !getExcused(student));
    },
    setNote: ({ id }: Student, text: string) =>
      updateDraft({ notes: { ...draft.notes, [id]: text } }),
    /** Today is stored as null, so that it stays today on a later day. */
    setDate: (date: string) => updateDraft({ date: date === today ? null : date, begunOn: today }),
  };
}
