import type { AttendanceStatus, Correction } from '@lop-xanh/contract/attendance';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { parseEndedConsent } from '@lop-xanh/contract/rules/ended-consent';
import { parseLeaveDecision } from '@lop-xanh/contract/rules/leave-decision';
import { parseNotifiedRecord } from '@lop-xanh/contract/rules/notified-record';
import { attendanceLabels, leaveLabels } from './copy-labels.ts';
import type { PersonInCopy } from './data-copy.ts';

export const formatMoment = (instant: string | null) =>
  instant === null ? '' : formatDateTime(instant);

export function formatStatus(status: AttendanceStatus, isExcused: boolean | null): string {
  return isExcused ? 'Vắng có phép' : attendanceLabels[status];
}

export function formatCorrection({ status, isExcused, note, reason, by, at }: Correction): string {
  const before = [formatStatus(status, isExcused), note].filter(Boolean).join(', ');
  return `${formatDateTime(at)}, ${by}: trước là ${before} (${reason})`;
}

/** Fields keep the names that they have in the log. */
export function formatDetails(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([field, value]) => [field, typeof value === 'string' ? value : JSON.stringify(value)])
    .filter(([, value]) => value !== '{}')
    .map((pair) => pair.join(': '))
    .join('\n');
}

export function formatAbout({ type, about }: PersonInCopy['notifications'][number]): string {
  if (about === null) return '';
  switch (type) {
    case 'attendance_saved':
      return `tuần ${about}`;
    case 'attendance_corrected':
    case 'child_absent':
      return formatRecord(about);
    case 'leave_decided':
      return formatDecision(about);
    case 'consent_withdrawn':
      return parseEndedConsent(about).name;
    case 'avatar_decided':
      return formatApproval(about === 'approved');
    default:
      return about;
  }
}

export function formatApproval(isApproved: boolean): string {
  return isApproved ? 'Đã duyệt' : 'Chưa duyệt';
}

function formatDecision(about: string): string {
  const { isAccepted, name } = parseLeaveDecision(about);
  return `${name}, ${(isAccepted ? leaveLabels.accepted : leaveLabels.refused).toLowerCase()}`;
}

function formatRecord(about: string): string {
  const { week, status, name } = parseNotifiedRecord(about);
  const label = status && attendanceLabels[status satisfies AttendanceStatus];
  return [`tuần ${week}`, name, label].filter(Boolean).join(', ');
}
