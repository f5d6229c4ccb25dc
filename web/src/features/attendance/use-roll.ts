import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import type { Student } from '@lop-xanh/contract/classes';
import { useState } from 'react';
import {
  keepRollDraft,
  type RollDraft,
  type RollId,
  readRollDraft,
  type Statuses,
} from './roll-draft.ts';

/** The marks of a roll call, kept on the device with every change. */
export function useRoll(roll: RollId, pupils: readonly Student[]) {
  const [draft, setDraft] = useState(() => readRollDraft(roll));
  const [before, setBefore] = useState<Statuses | null>(null);

  const change = (changes: Partial<RollDraft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    keepRollDraft(roll, next);
  };
  const restatus = (statuses: Statuses) => {
    setBefore(draft.statuses);
    change({ statuses });
  };
  const statusOf = ({ id }: Student) => draft.statuses[id];

  return {
    date: draft.date,
    statusOf,
    noteOf: ({ id }: Student) => draft.notes[id] ?? '',
    isUnmarked: pupils.every((pupil) => !statusOf(pupil)),
    isComplete: pupils.every(statusOf),
    mark: (pupil: Student, status: AttendanceStatus) => {
      if (statusOf(pupil) !== status) restatus({ ...draft.statuses, [pupil.id]: status });
    },
    /** A mark already made stays. */
    markRestPresent: () => {
      const rest = pupils.filter((pupil) => !statusOf(pupil));
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
    moveTo: (date: string) => change({ date }),
  };
}
