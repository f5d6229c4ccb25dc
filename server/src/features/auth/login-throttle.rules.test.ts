import { expect, test } from 'vitest';
import {
  type Counter,
  countTry,
  isSuspect,
  loginLimits,
  secondsToWait,
  triesOfSuspect,
} from './login-throttle.rules.ts';

const start = new Date('2026-11-16T07:00:00+07:00');
const after = (seconds: number, from = start) => new Date(from.getTime() + seconds * 1000);
const fresh: Counter = { tries: 0, since: start, waitUntil: null };

/** The waits, in seconds, after each of so many tries, each of which comes as early as it may. */
function waitsAfter(tries: number, limit: Parameters<typeof countTry>[1]): number[] {
  let [counter, now] = [fresh, start];
  return Array.from({ length: tries }, () => {
    counter = countTry(counter, limit, now);
    const seconds = secondsToWait(counter, now);
    now = after(seconds, now);
    return seconds;
  });
}

test('nine tries are free; from the tenth on each wait is twice as long, up to five minutes', () => {
  const waits = waitsAfter(18, loginLimits.username);
  expect(waits.slice(0, 9)).toEqual(Array(9).fill(0));
  expect(waits.slice(9)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
});

test('from a suspect network two tries are free', () => {
  expect(waitsAfter(4, loginLimits.usernameFromSuspect)).toEqual([0, 0, 5, 10]);
});

test('a username that is tried from everywhere waits for seconds, never for minutes', () => {
  const waits = waitsAfter(107, loginLimits.usernameEverywhere);
  expect(waits.slice(0, 99)).toEqual(Array(99).fill(0));
  expect(waits.slice(99)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
});

test('while there are waits, the count starts afresh after fifteen minutes without a try', () => {
  const waiting = countTry({ ...fresh, tries: 12 }, loginLimits.username, after(14 * 60));
  expect(countTry(waiting, loginLimits.username, after(29 * 60)).tries).toBe(14);
  expect(countTry(waiting, loginLimits.username, after(29 * 60 + 1)).tries).toBe(1);
});

test('a count starts afresh after fifteen minutes, and until then goes on', () => {
  const nine = { ...fresh, tries: 9 };
  expect(countTry(nine, loginLimits.username, after(15 * 60)).tries).toBe(10);
  expect(countTry(nine, loginLimits.username, after(15 * 60 + 1))).toEqual({
    tries: 1,
    since: after(15 * 60 + 1),
    waitUntil: null,
  });
});

test('a network becomes suspect by a hundred tries, and is not for ever', () => {
  const counter = { ...fresh, tries: triesOfSuspect };
  expect(isSuspect({ ...counter, tries: triesOfSuspect - 1 }, start)).toBe(false);
  expect(isSuspect(counter, start)).toBe(true);
  expect(isSuspect(counter, after(15 * 60 + 1))).toBe(false);
  expect(waitsAfter(200, undefined)).toEqual(Array(200).fill(0));
});
