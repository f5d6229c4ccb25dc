import type { AttendanceRecord, CorrectionInput } from '@lop-xanh/contract/attendance';
import { clearDraft, readDraft, saveDraft } from '../../lib/drafts.ts';
import type { SheetId } from './sheet-draft.ts';

type Mark = CorrectionInput['records'][number]['was'];

/** A new mark, and the one that the user saw when they changed it. */
export type CorrectedMark = Mark & { was: Mark };
/** By the id of the student. */
export type CorrectedMarks = Readonly<Record<number, CorrectedMark>>;

/** Chosen if no reason of the list fits. */
export const otherReason = 'other';

export interface CorrectionDraft {
  marks: CorrectedMarks;
  /** Chosen from the list; empty if none is chosen. */
  reason: string;
  /** In the user's own words, if the list has none that fits. */
  ownReason: string;
}

const emptyDraft: CorrectionDraft = { marks: {}, reason: '', ownReason: '' };

const getDraftName = ({ classId, schoolYear, week }: SheetId) =>
  `correction:${classId}:${schoolYear}:${week}`;

export function readCorrectionDraft(sheetId: SheetId): CorrectionDraft {
  const draft = readDraft(sheetId.user, getDraftName(sheetId)) as Partial<CorrectionDraft> | null;
  return { ...emptyDraft, ...draft };
}

export function saveCorrectionDraft(sheetId: SheetId, draft: CorrectionDraft): void {
  saveDraft(sheetId.user, getDraftName(sheetId), draft);
}

export function clearCorrectionDraft(sheetId: SheetId): void {
  clearDraft(sheetId.user, getDraftName(sheetId));
}

export function hasCorrectionDraft(sheetId: SheetId): boolean {
  return readDraft(sheetId.user, getDraftName(sheetId)) !== null;
}

/** Changes the mark of a record. A mark that is again what the user saw is no correction. */
export function changeMark(
  marks: CorrectedMarks,
  { student_id, status, note, isExcused }: Omit<AttendanceRecord, 'full_name' | 'corrections'>,
  changes: Partial<Mark>,
): CorrectedMarks {
  const { [student_id]: corrected, ...others } = marks;
  const was = corrected?.was ?? { status, note, isExcused };
  const next = { ...was, ...corrected, ...changes, was };
  const isUnchanged =
    next.status === was.status &&
    next.note.trim() === was.note &&
    // A draft from before absences could be excused has none.
    (next.isExcused ?? false) === (was.isExcused ?? false);
  return isUnchanged ? others : { ...others, [student_id]: next };
}
