import { describe, expect, test } from 'vitest';
import { isBackupDue, isBackupOld } from './backup-schedule.ts';

const none = { good: null, last: null, good_since: null };
const vietnam = (time: string) => new Date(`${time}+07:00`).toISOString();

describe('a backup at 02:00 in Vietnam', () => {
  const isDue = (now: string, good: string | null, last = good) =>
    isBackupDue(
      {
        ...none,
        now: vietnam(now),
        good: good && vietnam(good),
        last: last && vietnam(last),
      },
      '02:00',
    );

  test.each([
    ['was never made', '2026-11-18T15:00', null, null, true],
    ['was made last night', '2026-11-18T15:00', '2026-11-18T02:00', undefined, false],
    ['is not due before its time', '2026-11-19T01:59', '2026-11-18T02:00', undefined, false],
    ['is due at its time', '2026-11-19T02:00', '2026-11-18T02:01', undefined, true],
    ['was missed for days', '2026-11-21T14:00', '2026-11-18T02:01', undefined, true],
    ['was made up for in the day', '2026-11-21T23:00', '2026-11-21T14:00', undefined, false],
    ['has just begun', '2026-11-19T02:05', '2026-11-18T02:00', '2026-11-19T02:00', false],
    ['failed a while ago', '2026-11-19T02:15', '2026-11-18T02:00', '2026-11-19T02:00', true],
  ])('%s', (_, now, good, last, expected) => {
    expect(isDue(now, good, last)).toBe(expected);
  });
});

test('a late time of day belongs to the day before', () => {
  const state = { ...none, now: vietnam('2026-11-19T01:00'), last: null };
  expect(isBackupDue({ ...state, good: vietnam('2026-11-18T23:31') }, '23:30')).toBe(false);
  expect(isBackupDue({ ...state, good: vietnam('2026-11-18T23:29') }, '23:30')).toBe(true);
});

test('the last good backup is old after 26 hours', () => {
  const state = { ...none, good_since: vietnam('2026-11-18T03:00') };
  expect(isBackupOld({ ...state, now: vietnam('2026-11-19T05:00') })).toBe(false);
  expect(isBackupOld({ ...state, now: vietnam('2026-11-19T05:01') })).toBe(true);
  expect(isBackupOld({ ...none, now: vietnam('2026-11-19T05:01') })).toBe(false);
});
