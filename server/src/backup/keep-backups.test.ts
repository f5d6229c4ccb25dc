import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseKept } from './keep-backups.ts';

const rule = { days: 7, weeks: 4, months: 12 };
const dayMs = 24 * 3_600_000;
const at = (time: string) => ({ takenAt: new Date(time) });
/** The days in Vietnam. */
const list = (backups: { takenAt: Date }[]) =>
  backups.map(({ takenAt }) =>
    new Date(takenAt.getTime() + 7 * 3_600_000).toISOString().slice(0, 10),
  );

test('the last backup of 7 days, 4 weeks and 12 months is kept', () => {
  const first = Date.parse('2024-01-01T19:00:00Z');
  const nightly = Array.from({ length: 1_051 }, (_, day) => ({
    takenAt: new Date(first + day * dayMs),
  }));
  expect(list(chooseKept(nightly, rule))).toEqual([
    // A Tuesday; weeks end on Sunday.
    '2026-11-17',
    '2026-11-16',
    '2026-11-15',
    '2026-11-14',
    '2026-11-13',
    '2026-11-12',
    '2026-11-11',
    '2026-11-08',
    '2026-11-01',
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
  ]);
});

test('deleting every night for years keeps the same as deciding once', () => {
  let kept: { takenAt: Date }[] = [];
  const all: { takenAt: Date }[] = [];
  for (let day = 0; day < 3 * 365; day += 1) {
    const backup = { takenAt: new Date(Date.parse('2023-05-01T19:00:00Z') + day * dayMs) };
    all.push(backup);
    kept = chooseKept([...kept, backup], rule);
    expect(kept[0]).toBe(backup);
    expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12);
    // Each of the last 11 whole months can be restored.
    if (day > 400) expect(new Set(list(kept).map((date) => date.slice(0, 7))).size).toBe(12);
  }
  expect(kept).toEqual(chooseKept(all, rule));
});

test('after a long pause the old backups stay until new ones take their places', () => {
  const old = ['2020-01-01', '2020-01-02', '2020-02-01'].map((day) => at(`${day}T19:00:00Z`));
  const renewed = at('2026-11-18T19:00:00Z');
  expect(chooseKept([...old, renewed], rule)).toHaveLength(4);
});

test('the newest backup is kept, and nothing is kept twice, whatever the rule', () => {
  const count = fc.integer({ min: 0, max: 20 });
  const moments = fc.array(
    fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(
      moments,
      fc.record({ days: count, weeks: count, months: count }),
      (dates, anyRule) => {
        const backups = dates.map((takenAt) => ({ takenAt }));
        const kept = chooseKept(backups, anyRule);
        const newest = Math.max(...dates.map((date) => date.getTime()));
        expect(kept[0]?.takenAt.getTime()).toBe(newest);
        expect(new Set(kept).size).toBe(kept.length);
        expect(chooseKept(kept, anyRule)).toEqual(kept);
      },
    ),
  );
});
