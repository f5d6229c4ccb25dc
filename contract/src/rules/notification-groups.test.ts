import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messages } from '../messages.ts';
import { limits } from './limits.ts';
import {
  buildAttendanceGroupKey,
  buildPostGroupKey,
  formatLikesMessage,
  getGroupWindow,
  groupNotifications,
  type PostGroupKind,
  splitNames,
} from './notification-groups.ts';

const windowMs = limits.groupWindowMs;
const settings = { seed: 20_261_115, numRuns: 500 };

/** Instants on, just before and just after the start of a window, and in its middle. */
const nearBoundaries = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(0, 1, -1, 2, windowMs / 2, windowMs - 1))
  .map(([number, ms]) => new Date(Date.UTC(2026, 10, 15, 8) + number * windowMs + ms));

const notifications = fc
  .array(
    fc.record({
      kind: fc.constantFrom<PostGroupKind | null>('like', 'comment', 'held', 'reported', null),
      postId: fc.integer({ min: 1, max: 3 }),
      at: nearBoundaries,
    }),
    { maxLength: 40 },
  )
  .map((list) =>
    list.map(({ kind, postId, at }, index) => ({
      id: index + 1,
      kind,
      postId,
      at,
      groupKey: kind && buildPostGroupKey(kind, postId, at),
    })),
  );

describe('a window', () => {
  test('starts at every fifth minute of the clock', () => {
    const at = (time: string) => getGroupWindow(new Date(`2026-11-15T${time}Z`)).toISOString();
    expect(at('08:00:00.000')).toBe('2026-11-15T08:00:00.000Z');
    expect(at('08:04:59.999')).toBe('2026-11-15T08:00:00.000Z');
    expect(at('08:05:00.000')).toBe('2026-11-15T08:05:00.000Z');
    expect(at('23:59:59.999')).toBe('2026-11-15T23:55:00.000Z');
  });

  test('contains its instant and is five minutes long', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (instant) => {
        const offsetMs = instant.getTime() - getGroupWindow(instant).getTime();
        expect(offsetMs).toBeGreaterThanOrEqual(0);
        expect(offsetMs).toBeLessThan(windowMs);
        expect(Math.abs(getGroupWindow(instant).getTime() % windowMs)).toBe(0);
      }),
      settings,
    );
  });
});

test('a key names the kind, the post and the window, or the school year and the week', () => {
  expect(buildPostGroupKey('like', 7, new Date('2026-11-15T08:04:59Z'))).toBe('like:7:1794729600');
  expect(buildAttendanceGroupKey(2026, 12)).toBe('attendance:2026:12');
});

describe('groupNotifications', () => {
  test('puts two in one group exactly if kind, post and window are the same', () => {
    fc.assert(
      fc.property(notifications, (list) => {
        const groups = groupNotifications(list);
        const groupById = new Map(groups.flatMap((group) => group.map(({ id }) => [id, group])));
        for (const a of list) {
          for (const b of list) {
            const isSame =
              a.kind !== null &&
              a.kind === b.kind &&
              a.postId === b.postId &&
              getGroupWindow(a.at).getTime() === getGroupWindow(b.at).getTime();
            expect(groupById.get(a.id) === groupById.get(b.id)).toBe(isSame || a === b);
          }
        }
      }),
      settings,
    );
  });

  test('puts every notification in one group, newest first within and among groups', () => {
    fc.assert(
      fc.property(notifications, (list) => {
        const groups = groupNotifications(list);
        const ids = groups.map((group) => group.map(({ id }) => id));
        expect(ids.flat().toSorted((a, b) => a - b)).toEqual(list.map(({ id }) => id));
        for (const group of ids) expect(group).toEqual(group.toSorted((a, b) => b - a));
        const heads = ids.map(([head = 0]) => head);
        expect(heads).toEqual(heads.toSorted((a, b) => b - a));
      }),
      settings,
    );
  });
});

test.each([
  [['An'], 1, 'An liked your post'],
  [['An', 'Bình'], 2, 'An, Bình liked your post'],
  [['An', 'Bình', 'Chi'], 3, 'An, Bình, Chi liked your post'],
  [['An', 'Bình', 'Chi'], 4, 'An, Bình, Chi and 1 others liked your post'],
  [['An', 'Bình', 'Chi', 'Dũng', 'Em'], 5, 'An, Bình, Chi and 2 others liked your post'],
])('the newest names %j of %d likes read: %s', (names, count, message) => {
  expect(formatLikesMessage(names, count, messages.notifications)).toBe(message);
});

test.each([
  [['3A'], 1, ['3A'], 0],
  [['3A', '3B', '3C'], 3, ['3A', '3B', '3C'], 0],
  [['3A', '3B', '3C'], 4, ['3A', '3B'], 2],
  [['3A', '3B', '3C', '3D', '4A'], 5, ['3A', '3B'], 3],
])('of the names %j of %d, a list shows %j and %d others', (names, count, shown, others) => {
  expect(splitNames(names, count)).toEqual({ shown, others });
});
