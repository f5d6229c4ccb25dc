import { describe, expect, test } from 'vitest';
import { type Call, findUnexplainedCall, type Operation } from './linearizability.ts';

const call = (startedAt: number, endedAt: number, operation: Operation): Call => ({
  operation,
  startedAt,
  endedAt,
  isCertain: true,
});
const uncertain = (startedAt: number, operation: Operation): Call => ({
  operation,
  startedAt,
  endedAt: Number.POSITIVE_INFINITY,
  isCertain: false,
});
const read = (value: boolean | string | null): Operation => ({ kind: 'read', value });
const write = (value: boolean): Operation => ({ kind: 'write', value });
const toggle = (value?: boolean): Operation => ({
  kind: 'toggle',
  ...(value !== undefined && { value }),
});
const replace = (from: string | null, to: string): Operation => ({ kind: 'replace', from, to });
const mismatch = (from: string | null): Operation => ({ kind: 'mismatch', from });

describe('a like', () => {
  test('can be read as soon as its call has started', () => {
    const calls = [call(0, 10, write(true)), call(1, 2, read(true)), call(3, 4, read(true))];
    expect(findUnexplainedCall(false, calls)).toBeUndefined();
  });

  test('that was read does not disappear again', () => {
    const calls = [call(0, 10, write(true)), call(1, 2, read(true)), call(3, 4, read(false))];
    expect(findUnexplainedCall(false, calls)).toBe(calls[2]);
  });

  test('that was acknowledged is not lost', () => {
    const calls = [call(0, 1, write(true)), call(2, 3, read(false))];
    expect(findUnexplainedCall(false, calls)).toBe(calls[1]);
  });

  test('without a response may arrive late, or never', () => {
    const late = [
      uncertain(0, write(true)),
      call(1, 2, read(false)),
      call(3, 4, write(false)),
      call(5, 6, read(true)),
    ];
    expect(findUnexplainedCall(false, late)).toBeUndefined();
    expect(findUnexplainedCall(false, late.slice(0, 3))).toBeUndefined();
  });

  test('without a response arrives at most once', () => {
    const calls = [
      uncertain(0, write(true)),
      call(1, 2, read(true)),
      call(3, 4, write(false)),
      call(5, 6, read(true)),
    ];
    expect(findUnexplainedCall(false, calls)).toBe(calls[3]);
  });

  test('that is toggled twice by a retry is found', () => {
    const calls = [call(0, 5, toggle()), call(6, 7, read(false))];
    expect(findUnexplainedCall(false, calls)).toBe(calls[1]);
    expect(findUnexplainedCall(true, calls)).toBeUndefined();
  });

  test('becomes what the toggle was told', () => {
    expect(findUnexplainedCall(false, [call(0, 1, toggle(true))])).toBeUndefined();
    const calls = [call(0, 1, toggle(false))];
    expect(findUnexplainedCall(false, calls)).toBe(calls[0]);
  });
});

describe('an attendance sheet', () => {
  test('is saved once, and corrected by one of two clients who saw the same', () => {
    const calls = [
      call(0, 5, replace(null, 'a')),
      call(0, 5, mismatch(null)),
      call(6, 9, replace('a', 'b')),
      call(6, 9, mismatch('a')),
      call(10, 11, read('b')),
    ];
    expect(findUnexplainedCall(null, calls)).toBeUndefined();
  });

  test('is not corrected by both', () => {
    const calls = [
      call(0, 5, replace(null, 'a')),
      call(6, 9, replace('a', 'b')),
      call(6, 9, replace('a', 'c')),
    ];
    expect(findUnexplainedCall(null, calls)).toBeDefined();
  });

  test('is refused only to somebody who saw something else', () => {
    const calls = [call(0, 1, replace(null, 'a')), call(2, 3, mismatch('a'))];
    expect(findUnexplainedCall(null, calls)).toBe(calls[1]);
  });

  test('is not read in a state from before an acknowledged correction', () => {
    const calls = [
      call(0, 1, replace(null, 'a')),
      uncertain(2, replace('a', 'b')),
      call(3, 4, replace('b', 'c')),
      call(5, 6, read('b')),
    ];
    expect(findUnexplainedCall(null, calls.slice(0, 3))).toBeUndefined();
    expect(findUnexplainedCall(null, calls)).toBe(calls[3]);
  });
});

describe('a long history with uncertain calls', () => {
  const makeHistory = (length: number, uncertainCount: number) => [
    call(-2, -1, write(true)),
    ...Array.from({ length }, (_, index) =>
      call(index * 10, index * 10 + 25, index % 3 === 0 ? read(true) : write(true)),
    ),
    ...Array.from({ length: uncertainCount }, (_, index) => uncertain(index * 50, toggle())),
  ];

  test('is accepted in moments', () => {
    expect(findUnexplainedCall(false, makeHistory(400, 10))).toBeUndefined();
  });

  test('is rejected in moments, since no order is tried twice', () => {
    const impossible = call(1_000, 1_001, read('other'));
    expect(findUnexplainedCall(false, [...makeHistory(60, 5), impossible])).toBe(impossible);
  });
});
