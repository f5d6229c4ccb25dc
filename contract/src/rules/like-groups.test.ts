import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupLikes, type Like, likeBucket, likesMessage } from './like-groups.ts';
import { limits } from './limits.ts';

const bucketMs = limits.likeBucketMs;
const settings = { seed: 20_261_115, numRuns: 500 };

/** Instants close to an edge between two buckets: on it, a millisecond before, somewhere else. */
const nearEdges = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(0, 1, -1, 2, bucketMs / 2, bucketMs - 1))
  .map(([number, ms]) => new Date(Date.UTC(2026, 10, 15, 8) + number * bucketMs + ms));

const likes = fc
  .array(fc.record({ postId: fc.integer({ min: 1, max: 3 }), at: nearEdges }), { maxLength: 40 })
  .map((made) => made.map((like, place): Like => ({ ...like, id: place + 1 })));

describe('a bucket', () => {
  test('begins at every fifth minute of the clock', () => {
    const at = (time: string) => likeBucket(new Date(`2026-11-15T${time}Z`)).toISOString();
    expect(at('08:00:00.000')).toBe('2026-11-15T08:00:00.000Z');
    expect(at('08:04:59.999')).toBe('2026-11-15T08:00:00.000Z');
    expect(at('08:05:00.000')).toBe('2026-11-15T08:05:00.000Z');
    expect(at('23:59:59.999')).toBe('2026-11-15T23:55:00.000Z');
  });

  test('holds its instant and is as long as it should be', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (instant) => {
        const passed = instant.getTime() - likeBucket(instant).getTime();
        expect(passed).toBeGreaterThanOrEqual(0);
        expect(passed).toBeLessThan(bucketMs);
        expect(Math.abs(likeBucket(instant).getTime() % bucketMs)).toBe(0);
      }),
      settings,
    );
  });
});

describe('groups', () => {
  test('two likes are in one group exactly if post and bucket are the same', () => {
    fc.assert(
      fc.property(likes, (made) => {
        const groups = groupLikes(made);
        const groupOf = new Map(groups.flatMap((group) => group.map(({ id }) => [id, group])));
        for (const one of made) {
          for (const other of made) {
            const isSame =
              one.postId === other.postId &&
              likeBucket(one.at).getTime() === likeBucket(other.at).getTime();
            expect(groupOf.get(one.id) === groupOf.get(other.id)).toBe(isSame);
          }
        }
      }),
      settings,
    );
  });

  test('every like is in one group, and the newest comes first within and among them', () => {
    fc.assert(
      fc.property(likes, (made) => {
        const groups = groupLikes(made);
        const ids = groups.map((group) => group.map(({ id }) => id));
        expect(ids.flat().toSorted((a, b) => a - b)).toEqual(made.map(({ id }) => id));
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
])('%j of %d: %s', (names, count, message) => {
  expect(likesMessage(names, count)).toBe(message);
});
