import { expect, test } from 'vitest';
import {
  type Counter,
  countAttempt,
  isSuspect,
  loginLimits,
  secondsToWait,
  suspectThreshold,
} from './login-throttle.rules.ts';

const start = new Date('2026-11-16T07:00:00+07:00');
const after = (seconds: number, from = start) => new Date(from.getTime() + seconds * 1000);
const fresh: Counter = { attempts: 0, since: start, waitUntil: null };

/** The wait in seconds after each attempt, when each one is made as early as possible. */
function listWaits(attempts: number, limit: Parameters<typeof countAttempt>[1]): number[] {
  let [counter, now] = [fresh, start];
  return Array.from({ length: attempts }, () => {
    counter = countAttempt(counter, limit, now);
    const seconds = secondsToWait(counter, now);
    now = after(seconds, now);
    return seconds;
  });
}

test('from the tenth attempt on each wait is twice as long, up to five minutes', () => {
  const waits = listWaits(18, loginLimits.username);
  expect(waits.slice(0, 9)).toEqual(Array(9).fill(0));
  expect(waits.slice(9)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
});

test('from a suspect network the waits start with the third attempt', () => {
  expect(listWaits(4, loginLimits.usernameFromSuspect)).toEqual([0, 0, 5, 10]);
});

test('attempts from all networks together never wait longer than thirty seconds', () => {
  const waits = listWaits(107, loginLimits.usernameEverywhere);
  expect(waits.slice(0, 99)).toEqual(Array(99).fill(0));
  expect(waits.slice(99)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
});

test('a counter that causes waits restarts after fifteen minutes without an attempt', () => {
  const waiting = countAttempt({ ...fresh, attempts: 12 }, loginLimits.username, after(14 * 60));
  expect(countAttempt(waiting, loginLimits.username, after(29 * 60)).attempts).toBe(14);
  expect(countAttempt(waiting, loginLimits.username, after(29 * 60 + 1)).attempts).toBe(1);
});

test('a counter without waits restarts fifteen minutes after its first attempt', () => {
  const nine = { ...fresh, attempts: 9 };
  expect(countAttempt(nine, loginLimits.username, after(15 * 60)).attempts).toBe(10);
  expect(countAttempt(nine, loginLimits.username, after(15 * 60 + 1))).toEqual({
    attempts: 1,
    since: after(15 * 60 + 1),
    waitUntil: null,
  });
});

test('a network is suspect after a hundred attempts, until its counter expires', () => {
  const counter = { ...fresh, attempts: suspectThreshold };
  expect(isSuspect({ ...counter, attempts: suspectThreshold - 1 }, start)).toBe(false);
  expect(isSuspect(counter, start)).toBe(true);
  expect(isSuspect(counter, after(15 * 60 + 1))).toBe(false);
  expect(listWaits(200, undefined)).toEqual(Array(200).fill(0));
});
