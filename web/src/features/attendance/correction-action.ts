import { t } from '@lingui/core/macro';
import type { AttendanceRecord, CorrectionInput } from '@lop-xanh/contract/attendance';
import { describeMark } from './attendance-labels.ts';

/** A queued correction, with the names as the user saw them. */
export interface CorrectionAction {
  classId: number;
  className: string;
  week: number;
  records: readonly (CorrectionInput['records'][number] & { full_name: string })[];
  reason: string;
  /** Who corrected, shown until it is sent. */
  by: string;
}

/** With the moment at which it was made. */
export type UnsentCorrection = CorrectionAction & { at: string };

/** What this device wanted, and what the sheet says now where that is something else. */
export function describeConflict(
  { records, reason }: CorrectionAction,
  current: readonly AttendanceRecord[],
): string[] {
  const changes = records.map((record) => nameMark(record)).join('; ');
  const recordById = new Map(current.map((record) => [record.student_id, record]));
  const others = records.flatMap(({ student_id, was }) => {
    const record = recordById.get(student_id);
    const isAsSeen =
      record?.status === was.status &&
      record.note === was.note &&
      (record.isExcused ?? false) === (was.isExcused ?? false);
    return record && !isAsSeen ? [nameMarkWithAuthor(record)] : [];
  });
  const now = others.join('; ');
  return [t`Trên máy này: ${changes}. Lý do: ${reason}.`, ...(now ? [t`Hiện nay: ${now}.`] : [])];
}

const nameMark = (record: CorrectionAction['records'][number] | AttendanceRecord) =>
  `${record.full_name}: ${describeMark(record)}`;

function nameMarkWithAuthor(record: AttendanceRecord): string {
  const mark = nameMark(record);
  const { by: author = '', reason = '' } = record.corrections.at(-1) ?? {};
  return author ? t`${mark} (${author} đã sửa: ${reason})` : mark;
}

/** The records as they will be once the correction is sent. */
export function applyCorrection(
  records: readonly AttendanceRecord[],
  { records: corrected, reason, by, at }: UnsentCorrection,
): AttendanceRecord[] {
  const correctedById = new Map(corrected.map((record) => [record.student_id, record]));
  return records.map((record) => {
    const next = correctedById.get(record.student_id);
    if (!next) return record;
    const { status, note, isExcused = false, was } = next;
    const { isExcused: wasExcused = false } = was;
    const former = { ...was, isExcused: wasExcused };
    const corrections = [...record.corrections, { ...former, reason, by, at }];
    return { ...record, status, note, isExcused, corrections };
  });
}
