import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import type { Student } from '@lop-xanh/contract/classes';
import { useState } from 'react';
import {
  readSheetDraft,
  type SheetDraft,
  type SheetId,
  type Statuses,
  saveSheetDraft,
} from './sheet-draft.ts';

/** The marks on an attendance sheet. Every change is saved to the draft. */
export function useSheet(sheetId: SheetId, students: readonly Student[], today: string) {
  const [draft, setDraft] = useState(() => readSheetDraft(sheetId));
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
  const getStatus = ({ id }: Student) => draft.statuses[id];
  const isUnmarked = students.every((student) => !getStatus(student));
  const isFromEarlierDay = !isUnmarked && draft.date === null && draft.begunOn !== today;

  return {
    chosenDate: draft.date,
    /** The day of the first mark, if the date has changed to today since then. */
    earlierDay: isFromEarlierDay ? draft.begunOn : null,
    getStatus,
    getNote: ({ id }: Student) => draft.notes[id] ?? '',
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
    setNote: ({ id }: Student, text: string) =>
      updateDraft({ notes: { ...draft.notes, [id]: text } }),
    /** Today is stored as null, so that it stays today on a later day. */
    setDate: (date: string) => updateDraft({ date: date === today ? null : date, begunOn: today }),
  };
}
