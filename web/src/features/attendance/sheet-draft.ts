import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import { clearDraft, keepDraft, readDraft } from '../../lib/drafts.ts';

/** Whose roll call of which week. */
export interface RollId {
  user: number;
  classId: number;
  schoolYear: number;
  week: number;
}

export type Statuses = Readonly<Record<number, AttendanceStatus>>;
export type Notes = Readonly<Record<number, string>>;

export interface RollDraft {
  /** Null while it is today, whatever day that becomes. */
  date: string | null;
  /** The day of the first mark. */
  begunOn: string | null;
  statuses: Statuses;
  notes: Notes;
}

const nameOf = ({ classId, schoolYear, week }: RollId) => `roll:${classId}:${schoolYear}:${week}`;

export function readRollDraft(roll: RollId): RollDraft {
  const draft = readDraft(roll.user, nameOf(roll)) as Partial<RollDraft> | null;
  return {
    date: draft?.date ?? null,
    begunOn: draft?.begunOn ?? null,
    statuses: draft?.statuses ?? {},
    notes: draft?.notes ?? {},
  };
}

export function keepRollDraft(roll: RollId, draft: RollDraft): void {
  keepDraft(roll.user, nameOf(roll), draft);
}

export function clearRollDraft(roll: RollId): void {
  clearDraft(roll.user, nameOf(roll));
}

export function hasRollDraft(roll: RollId): boolean {
  return readDraft(roll.user, nameOf(roll)) !== null;
}
