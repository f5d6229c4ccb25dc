import { expect, test } from 'vitest';
import { type BackOff, getRetryDelayMs, planLanes } from './lanes.ts';
import type { OutboxEntry } from './outbox-state.ts';

const now = Date.parse('2026-11-17T08:00:00Z');
const at = new Date(now - 1_000).toISOString();
let lastSeq = 0;
const queue = (lane: string, more: Partial<OutboxEntry> = {}): OutboxEntry => {
  lastSeq += 1;
  return { seq: lastSeq, user: 1, feature: 'f', action: lane, key: `k${lastSeq}`, at, ...more };
};
const plan = (
  entries: OutboxEntry[],
  busy: Record<string, boolean> = {},
  backOffs: Record<string, BackOff> = {},
) => {
  const { ready, wakeAt } = planLanes({
    entries,
    busy: new Map(Object.entries(busy)),
    backOffs: new Map(Object.entries(backOffs)),
    now,
    findRules: () => ({
      getLane: ({ action }) => String(action),
      rebaseLaterAction: (later) => later,
    }),
    isUpload: ({ action }) => String(action).startsWith('video'),
  });
  return { lanes: ready.map(({ lane }) => lane), wakeAt };
};

test('lanes are sent side by side, three at most, and each only once at a time', () => {
  const entries = ['a', 'a', 'b', 'c', 'd'].map((lane) => queue(lane));
  expect(plan(entries).lanes).toEqual(['a', 'b', 'c']);
  expect(plan(entries, { a: false, b: false }).lanes).toEqual(['c']);
});

test('videos never take the last lane', () => {
  const entries = ['video1', 'video2', 'video3', 'sheet'].map((lane) => queue(lane));
  expect(plan(entries).lanes).toEqual(['video1', 'video2', 'sheet']);
  expect(plan(entries, { video1: true, video2: true }).lanes).toEqual(['sheet']);
});

test('a failing lane waits without holding up the others, which wake up for it', () => {
  const entries = [queue('a'), queue('b')];
  const backOffs = { a: { failures: 2, until: now + 4_000 } };
  expect(plan(entries, {}, backOffs)).toEqual({ lanes: ['b'], wakeAt: now + 4_000 });
});

test('a delayed action is sent when its time has come, and nothing waits for it', () => {
  const entries = [queue('a', { notBefore: now + 10_000 }), queue('a')];
  expect(plan(entries)).toEqual({ lanes: ['a'], wakeAt: now + 10_000 });
  expect(plan(entries.slice(0, 1)).lanes).toEqual([]);
});

test('a rejected action is not sent again', () => {
  expect(plan([queue('a', { refusal: 'no' })])).toEqual({ lanes: [], wakeAt: undefined });
});

test('every failure doubles the delay, up to a limit', () => {
  expect([1, 2, 3, 9].map((failures) => getRetryDelayMs(failures, 30_000))).toEqual([
    2_000, 4_000, 8_000, 30_000,
  ]);
});
