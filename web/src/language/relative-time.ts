import { t } from '@lingui/core/macro';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * How long ago an instant was, such as 'hôm qua'. The texts are our own: creating the browser's formatter
 * takes a slow phone 100 ms.
 */
export function formatRelativeTime(instant: string, now = new Date()): string {
  const days = countDays(new Date(instant), now);
  if (days === 0) return formatAge(now.getTime() - Date.parse(instant));
  if (days === 1) return t`hôm qua`;
  if (days < 30) return t`${days} ngày trước`;
  const months = Math.floor(days / 30);
  if (months < 12) return t`${months} tháng trước`;
  const years = Math.max(1, Math.floor(days / 365));
  return t`${years} năm trước`;
}

/** A device's clock may be behind the server's, so an age can be negative. */
function formatAge(age: number): string {
  if (age < minuteMs) return t`vừa xong`;
  const minutes = Math.floor(age / minuteMs);
  if (minutes < 60) return t`${minutes} phút trước`;
  const hours = Math.floor(age / hourMs);
  return t`${hours} giờ trước`;
}

/** The days of the calendar between two instants. */
function countDays(from: Date, to: Date): number {
  return Math.round((Date.parse(getVietnamDate(to)) - Date.parse(getVietnamDate(from))) / dayMs);
}
