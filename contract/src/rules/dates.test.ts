import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDate, formatDateTime, formatDay, getSchoolYear, getVietnamDate } from './dates.ts';

test("a date-time is formatted as 'HH:mm DD/MM/YYYY' in Vietnamese time", () => {
  expect(formatDateTime('2026-11-12T07:05:00Z')).toBe('14:05 12/11/2026');
  expect(formatDateTime('2026-12-31T17:00:00Z')).toBe('00:00 01/01/2027');
  expect(formatDate('2026-12-31T17:00:00Z')).toBe('01/01/2027');
});

test('the date at 06:45 in Hanoi is already today, although UTC is still on yesterday', () => {
  expect(getVietnamDate(new Date('2026-11-14T23:45:00Z'))).toBe('2026-11-15');
});

test('a plain date is formatted without a time zone', () => {
  expect(formatDay('2026-09-05')).toBe('05/09/2026');
});

test('a school year runs from August to July', () => {
  expect(getSchoolYear('2026-07-31')).toBe(2025);
  expect(getSchoolYear('2026-08-01')).toBe(2026);
  expect(getSchoolYear('2027-01-15')).toBe(2026);
});

test('every instant is formatted as Intl does for the time zone and locale of Vietnam', () => {
  const formatter = new Intl.DateTimeFormat('vi-VN', {
    timeZone: 'Asia/Ho_Chi_Minh',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const instants = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, (instant) => {
      expect(formatDateTime(instant)).toBe(formatter.format(instant));
    }),
    { seed: 20_261_115 },
  );
});
