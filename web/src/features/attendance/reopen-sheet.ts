import type { Profile } from '@lop-xanh/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import { getRecords, refreshClass } from './attendance.api.ts';
import type { CorrectionAction } from './correction-action.ts';
import {
  type CorrectedMarks,
  changeMark,
  clearCorrectionDraft,
  otherReason,
  saveCorrectionDraft,
} from './correction-draft.ts';
import { clearSheetDraft, type SheetDraft, saveSheetDraft } from './sheet-draft.ts';
import type { SheetAction } from './sheet-sender.ts';

/**
 * Puts a rejected sheet back into its form. If the week has been saved meanwhile, its marks become a
 * correction of what was saved.
 */
export async function draftSheet(
  client: QueryClient,
  { id: user }: Profile,
  sheet: SheetAction,
): Promise<void> {
  const { classId, schoolYear, week, students } = sheet;
  const sheetId = { user, classId, schoolYear, week };
  await refreshClass(client, classId);
  const marks = students.map(({ id, ...mark }) => ({ ...mark, student_id: id }));
  if (getRecords(client, sheet).length > 0) {
    saveCorrectionDraft(sheetId, {
      marks: toCorrectedMarks(client, sheet, marks),
      reason: '',
      ownReason: '',
    });
    return;
  }
  saveSheetDraft(sheetId, toSheetDraft(sheet));
}

/** Puts an unsent sheet or correction back into its form, without asking the server. Returns an undo function. */
export function draftUnsent(
  { id: user, school_year: currentYear }: Profile,
  action: SheetAction | CorrectionAction,
): () => void {
  const { classId, week } = action;
  if ('students' in action) {
    const sheetId = { user, classId, schoolYear: action.schoolYear, week };
    saveSheetDraft(sheetId, toSheetDraft(action));
    return () => clearSheetDraft(sheetId);
  }
  const sheetId = { user, classId, schoolYear: currentYear ?? 0, week };
  saveCorrectionDraft(sheetId, {
    marks: Object.fromEntries(
      action.records.map(({ student_id, status, note, isExcused, was }) => [
        student_id,
        { status, note, isExcused, was },
      ]),
    ),
    reason: otherReason,
    ownReason: action.reason,
  });
  return () => clearCorrectionDraft(sheetId);
}

const toSheetDraft = ({ date, students }: SheetAction): SheetDraft => ({
  date,
  begunOn: date,
  statuses: Object.fromEntries(students.map(({ id, status }) => [id, status])),
  notes: Object.fromEntries(students.map(({ id, note }) => [id, note])),
  excuses: Object.fromEntries(students.map(({ id, isExcused = false }) => [id, isExcused])),
});

/** Puts a rejected correction back into its form, as a correction of what the sheet says now. */
export async function draftCorrection(
  client: QueryClient,
  { id: user, school_year: currentYear }: Profile,
  correction: CorrectionAction,
): Promise<void> {
  const { classId, week, records, reason } = correction;
  await refreshClass(client, classId);
  // Only the sheets of this year can be corrected.
  const sheetId = { user, classId, schoolYear: currentYear ?? 0, week };
  saveCorrectionDraft(sheetId, {
    marks: toCorrectedMarks(client, correction, records),
    reason: otherReason,
    ownReason: reason,
  });
}

type Marks = readonly Pick<
  CorrectionAction['records'][number],
  'student_id' | 'status' | 'note' | 'isExcused'
>[];

function toCorrectedMarks(
  client: QueryClient,
  sheet: { classId: number; week: number },
  marks: Marks,
): CorrectedMarks {
  const records = new Map(getRecords(client, sheet).map((record) => [record.student_id, record]));
  return marks.reduce<CorrectedMarks>((corrected, { student_id, status, note, isExcused }) => {
    const record = records.get(student_id);
    return record
      ? changeMark(corrected, record, { status, note, isExcused: isExcused ?? false })
      : corrected;
  }, {});
}
