import type { AttendanceRecord, AttendanceStatus } from '@lop-xanh/contract/attendance';
import { useState } from 'react';
import {
  type CorrectedMarks,
  type CorrectionDraft,
  changeMark,
  readCorrectionDraft,
  saveCorrectionDraft,
} from './correction-draft.ts';
import type { SheetId } from './sheet-draft.ts';

/** The corrections of a saved sheet. Every change is saved to the draft. */
export function useCorrection(sheetId: SheetId, records: readonly AttendanceRecord[]) {
  const [draft, setDraft] = useState(() => readCorrectionDraft(sheetId));
  const [previousMarks, setPreviousMarks] = useState<CorrectedMarks | null>(null);
  const { marks } = draft;

  const updateDraft = (changes: Partial<CorrectionDraft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    saveCorrectionDraft(sheetId, next);
  };

  const getMark = (record: AttendanceRecord) => marks[record.student_id] ?? record;
  const setExcused = (record: AttendanceRecord, isExcused: boolean) =>
    updateDraft({ marks: changeMark(marks, record, { isExcused }) });

  return {
    ...draft,
    getMark,
    /** What the user saw before they changed the record. */
    findFormerMark: ({ student_id }: AttendanceRecord) => marks[student_id]?.was,
    corrected: records.flatMap(({ student_id, full_name }) => {
      const mark = marks[student_id];
      return mark ? [{ ...mark, note: mark.note.trim(), student_id, full_name }] : [];
    }),
    mark: (record: AttendanceRecord, status: AttendanceStatus) => {
      setPreviousMarks(marks);
      // Only an absence can be excused.
      const { isExcused = false } = marks[record.student_id]?.was ?? record;
      const changes = { status, isExcused: status === 'present' ? false : isExcused };
      updateDraft({ marks: changeMark(marks, record, changes) });
    },
    setExcused,
    toggleExcused: (record: AttendanceRecord) => {
      const { status, isExcused = false } = getMark(record);
      if (status === 'absent') setExcused(record, !isExcused);
    },
    setNote: (record: AttendanceRecord, note: string) =>
      updateDraft({ marks: changeMark(marks, record, { note }) }),
    undo:
      previousMarks &&
      (() => {
        setPreviousMarks(null);
        updateDraft({ marks: previousMarks });
      }),
    setReason: (reason: string) => updateDraft({ reason }),
    setOwnReason: (ownReason: string) => updateDraft({ ownReason }),
  };
}
