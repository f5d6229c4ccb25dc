import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messages } from '../messages.ts';
import { formatLikesMessage, getLikeBucket, groupLikes, type Like } from './like-groups.ts';
import { limits } from './limits.ts';

const bucketMs = limits.likeBucketMs;
const settings = { seed: 20_261_115, numRuns: 500 };

/** Instants on, just before and just after a bucket boundary, and in the middle of a bucket. */
const nearBoundaries = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(0, 1, -1, 2, bucketMs / 2, bucketMs - 1))
  .map(([number, ms]) => new Date(Date.UTC(2026, 10, 15, 8) + number * bucketMs + ms));

const likes = fc
  .array(fc.record({ postId: fc.integer({ min: 1, max: 3 }), at: nearBoundaries }), {
    maxLength: 40,
  })
  .map((list) => list.map((like, index): Like => ({ ...like, id: index + 1 })));

describe('a like bucket', () => {
  test('starts at every fifth minute of the clock', () => {
    const at = (time: string) => getLikeBucket(new Date(`2026-11-15T${time}Z`)).toISOString();
    expect(at('08:00:00.000')).toBe('2026-11-15T08:00:00.000Z');
    expect(at('08:04:59.999')).toBe('2026-11-15T08:00:00.000Z');
    expect(at('08:05:00.000')).toBe('2026-11-15T08:05:00.000Z');
    expect(at('23:59:59.999')).toBe('2026-11-15T23:55:00.000Z');
  });

  test('contains its instant and is five minutes long', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (instant) => {
        const offsetMs = instant.getTime() - getLikeBucket(instant).getTime();
        expect(offsetMs).toBeGreaterThanOrEqual(0);
        expect(offsetMs).toBeLessThan(bucketMs);
        expect(Math.abs(getLikeBucket(instant).getTime() % bucketMs)).toBe(0);
      }),
      settings,
    );
  });
});

describe('groupLikes', () => {
  test('puts two likes in one group exactly if post and bucket are the same', () => {
    fc.assert(
      fc.property(likes, (list) => {
        const groups = groupLikes(list);
        const groupById = new Map(groups.flatMap((group) => group.map(({ id }) => [id, group])));
        for (const a of list) {
          for (const b of list) {
            const isSame =
              a.postId === b.postId &&
              getLikeBucket(a.at).getTime() === getLikeBucket(b.at).getTime();
            expect(groupById.get(a.id) === groupById.get(b.id)).toBe(isSame);
          }
        }
      }),
      settings,
    );
  });

  test('puts every like in one group, newest first within and among groups', () => {
    fc.assert(
      fc.property(likes, (list) => {
        const groups = groupLikes(list);
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
