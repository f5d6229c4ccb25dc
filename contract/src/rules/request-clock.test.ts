import { expect, test } from 'vitest';
import { getVietnamDate } from './dates.ts';
import { computeDeadlines } from './request-clock.ts';

test.each([
  ['Monday', '2026-11-16', '2026-11-18'],
  ['Wednesday', '2026-11-18', '2026-11-20'],
  ['Thursday', '2026-11-19', '2026-11-23'],
  ['Friday', '2026-11-20', '2026-11-24'],
  ['Saturday', '2026-11-21', '2026-11-24'],
  ['Sunday', '2026-11-22', '2026-11-24'],
  ['Thursday at the end of a year', '2026-12-31', '2027-01-04'],
])('a request of a %s is answered within two working days', (_, receivedOn, answerDue) => {
  expect(computeDeadlines(receivedOn).answerDue).toBe(answerDue);
});

test.each([
  ['2026-11-16', '2026-12-01'],
  ['2026-12-20', '2027-01-04'],
  ['2028-02-20', '2028-03-06'],
])('a request of %s is done within fifteen calendar days', (receivedOn, resultDue) => {
  expect(computeDeadlines(receivedOn).resultDue).toBe(resultDue);
});

test('the clock starts on the date in Vietnam', () => {
  // Friday evening in London is Saturday in Vietnam.
  const receivedOn = getVietnamDate(new Date('2026-11-20T18:00:00Z'));
  expect(computeDeadlines(receivedOn)).toEqual({
    answerDue: '2026-11-24',
    resultDue: '2026-12-06',
  });
});
