import { limits } from './limits.ts';

/** What the sheet says of an absence with a leave note. It is stored, so it is the same in every language. */
export function formatLeaveNote(reason: string): string {
  return `Có phép: ${reason}`.slice(0, limits.maxAttendanceNoteLength);
}
