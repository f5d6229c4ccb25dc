import { describe, expect, test } from 'vitest';
import { readClock } from './clock.ts';

const due = { answer_due: '2026-11-17', result_due: '2026-11-28' };

describe('an open request', () => {
  test.each([
    ['2026-11-13', 'Còn 2 ngày làm việc để trả lời', 'running'],
    ['2026-11-14', 'Còn 2 ngày làm việc để trả lời', 'running'],
    ['2026-11-15', 'Còn 2 ngày làm việc để trả lời', 'running'],
    ['2026-11-16', 'Còn 1 ngày làm việc để trả lời', 'running'],
    ['2026-11-17', 'Hôm nay là hạn trả lời', 'today'],
    ['2026-11-19', 'Quá hạn trả lời 2 ngày', 'late'],
  ])('on %s says: %s', (today, text, urgency) => {
    expect(readClock({ status: 'open', ...due }, today)).toEqual({ text, urgency });
  });
});

describe('an accepted request', () => {
  test.each([
    ['2026-11-27', 'Còn 1 ngày để hoàn tất', 'running'],
    ['2026-11-28', 'Hôm nay là hạn hoàn tất', 'today'],
    ['2026-11-29', 'Quá hạn hoàn tất 1 ngày', 'late'],
  ])('on %s says: %s', (today, text, urgency) => {
    expect(readClock({ status: 'accepted', ...due }, today)).toEqual({ text, urgency });
  });
});

test('a refused or finished request has no clock', () => {
  expect(readClock({ status: 'refused', ...due }, '2027-01-01')).toBeNull();
  expect(readClock({ status: 'done', ...due }, '2027-01-01')).toBeNull();
});
