import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import type { Student } from '@lop-xanh/contract/classes';
import { useState } from 'react';
import {
  keepRollDraft,
  type RollDraft,
  type RollId,
  readRollDraft,
  type Statuses,
} from './sheet-draft.ts';

/** The marks of a roll call, kept on the device with every change. */
export function useRoll(roll: RollId, students: readonly Student[], today: string) {
  const [draft, setDraft] = useState(() => readRollDraft(roll));
  const [before, setBefore] = useState<Statuses | null>(null);

  const change = (changes: Partial<RollDraft>) => {
    const next = { ...draft, begunOn: draft.begunOn ?? today, ...changes };
    setDraft(next);
    keepRollDraft(roll, next);
  };
  const restatus = (statuses: Statuses) => {
    setBefore(draft.statuses);
    change({ statuses });
  };
  const statusOf = ({ id }: Student) => draft.statuses[id];
  const isUnmarked = students.every((student) => !statusOf(student));
  const isOvernight = !isUnmarked && draft.date === null && draft.begunOn !== today;

  return {
    chosenDate: draft.date,
    /** The day it was begun on, where the date has moved on since without its teacher. */
    earlierDay: isOvernight ? draft.begunOn : null,
    statusOf,
    noteOf: ({ id }: Student) => draft.notes[id] ?? '',
    isUnmarked,
    isComplete: students.every(statusOf),
    mark: (student: Student, status: AttendanceStatus) => {
      if (statusOf(student) !== status) restatus({ ...draft.statuses, [student.id]: status });
    },
    /** A mark already made stays. */
    markRestPresent: () => {
      const rest = students.filter((student) => !statusOf(student));
      const present = Object.fromEntries(rest.map(({ id }) => [id, 'present' as const]));
      if (rest.length > 0) restatus({ ...draft.statuses, ...present });
    },
    undo:
      before &&
      (() => {
        setBefore(null);
        change({ statuses: before });
      }),
    note: ({ id }: Student, text: string) => change({ notes: { ...draft.notes, [id]: text } }),
    /** Today is no choice of a day: it goes on with the days. */
    moveTo: (date: string) => change({ date: date === today ? null : date, begunOn: today }),
  };
}
