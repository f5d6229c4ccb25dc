import { type AttendanceStatus, attendanceStatuses } from '../attendance.ts';

/** The attendance record that a notification is about, as kept in its field `about`. */
export interface NotifiedRecord {
  week: string;
  /** Both undefined if it is about several students. */
  status?: AttendanceStatus | undefined;
  name?: string | undefined;
}

/** Names no language, because the recipient's may change: '5 absent Nguyễn Thị Hoa'. */
export function formatNotifiedRecord({
  week,
  status,
  name,
}: Omit<NotifiedRecord, 'week'> & { week: number }): string {
  return [week, status, name].filter((part) => part !== undefined).join(' ');
}

export function parseNotifiedRecord(about: string): NotifiedRecord {
  const [week = '', word, ...names] = about.split(' ');
  const status = attendanceStatuses.find((known) => known === word);
  return status ? { week, status, name: names.join(' ') } : { week };
}
