import { type AttendanceStatus, attendanceStatuses } from '../attendance.ts';

/** The attendance record that a notification is about, as kept in its field `about`. */
export interface NotifiedRecord {
  week: string;
  /** Undefined if it is about several students; then there is no name either. */
  status: AttendanceStatus | undefined;
  name: string;
}

/** Names no language, because the recipient's may change: '5 absent Nguyễn Thị Hoa'. */
export function formatNotifiedRecord(
  week: number,
  record?: { status: AttendanceStatus; full_name: string },
): string {
  return record ? `${week} ${record.status} ${record.full_name}` : String(week);
}

export function parseNotifiedRecord(about: string): NotifiedRecord {
  const [week = '', word, ...names] = about.split(' ');
  const status = attendanceStatuses.find((known) => known === word);
  return { week, status, name: names.join(' ') };
}
