import { t } from '@lingui/core/macro';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long an item has waited, such as '1 ngày 15 giờ'. */
export function formatAge(since: string, now: number): string {
  const age = Math.max(0, now - Date.parse(since));
  const minutes = Math.floor(age / minuteMs);
  if (age < minuteMs) return t`vừa xong`;
  if (age < hourMs) return t`${minutes} phút`;
  const days = Math.floor(age / dayMs);
  const hours = Math.floor((age % dayMs) / hourMs);
  if (days === 0) return t`${hours} giờ`;
  return hours === 0 || days >= 7 ? t`${days} ngày` : t`${days} ngày ${hours} giờ`;
}

/** Teachers expect a decision within a day. */
export function isLate(since: string, now: number): boolean {
  return now - Date.parse(since) >= dayMs;
}
