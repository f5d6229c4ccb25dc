import type { AttendanceRecord, Correction } from '../attendance.ts';

type Mark = Pick<AttendanceRecord, 'status' | 'note' | 'isExcused'>;

/** One correction of an attendance record, with the value before and after it. */
export interface RecordChange extends Pick<Correction, 'reason' | 'by' | 'at'> {
  from: Mark;
  to: Mark;
}

/** Each correction keeps only the value before it; the value after it is in the next one or in the record. */
export function listChanges({
  corrections,
  ...current
}: Mark & { corrections: readonly Correction[] }): RecordChange[] {
  const pickMark = ({ status, note, isExcused }: Mark) => ({ status, note, isExcused });
  return corrections.map(({ reason, by, at, ...former }, index) => ({
    from: pickMark(former),
    to: pickMark(corrections[index + 1] ?? current),
    reason,
    by,
    at,
  }));
}
