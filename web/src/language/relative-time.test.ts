import { expect, test } from 'vitest';
import { formatRelativeTime } from './relative-time.ts';

const now = new Date('2026-11-16T08:00:00+07:00');

test.each([
  ['2026-11-16T07:59:30+07:00', 'vừa xong'],
  ['2026-11-16T08:03:00+07:00', 'vừa xong'],
  ['2026-11-16T07:30:00+07:00', '30 phút trước'],
  ['2026-11-16T00:10:00+07:00', '7 giờ trước'],
  ['2026-11-15T23:50:00+07:00', 'hôm qua'],
  ['2026-11-14T23:50:00+07:00', '2 ngày trước'],
  ['2026-10-17T12:00:00+07:00', '1 tháng trước'],
  ['2025-11-20T12:00:00+07:00', '1 năm trước'],
  ['2023-11-20T12:00:00+07:00', '2 năm trước'],
])('%s is %s', (instant, text) => {
  expect(formatRelativeTime(instant, now)).toBe(text);
});
