import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import { clearDraft, readDraft, saveDraft } from '../../lib/drafts.ts';

/** Identifies one teacher's attendance sheet for one week of a class. */
export interface SheetId {
  user: number;
  classId: number;
  schoolYear: number;
  week: number;
}

export type Statuses = Readonly<Record<number, AttendanceStatus>>;
export type Notes = Readonly<Record<number, string>>;
/** Whether absences are excused. */
export type Excuses = Readonly<Record<number, boolean>>;

export interface SheetDraft {
  /** Null means today, also when the draft is continued on another day. */
  date: string | null;
  /** The day of the first mark. */
  begunOn: string | null;
  statuses: Statuses;
  notes: Notes;
  excuses: Excuses;
}

const getDraftName = ({ classId, schoolYear, week }: SheetId) =>
  `roll:${classId}:${schoolYear}:${week}`;

export function readSheetDraft(sheetId: SheetId): SheetDraft {
  const draft = readDraft(sheetId.user, getDraftName(sheetId)) as Partial<SheetDraft> | null;
  return {
    date: draft?.date ?? null,
    begunOn: draft?.begunOn ?? null,
    statuses: draft?.statuses ?? {},
    notes: draft?.notes ?? {},
    excuses: draft?.excuses ?? {},
  };
}

export function saveSheetDraft(sheetId: SheetId, draft: SheetDraft): void {
  saveDraft(sheetId.user, getDraftName(sheetId), draft);
}

export function clearSheetDraft(sheetId: SheetId): void {
  clearDraft(sheetId.user, getDraftName(sheetId));
}

export function hasSheetDraft(sheetId: SheetId): boolean {
  return readDraft(sheetId.user, getDraftName(sheetId)) !== null;
}
