import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from './limits.ts';
import {
  buildLibrary,
  computeProgress,
  findNeighbours,
  getCalendarWeek,
  getFirstMonday,
  isActive,
  isPossibleFirstMonday,
  parseWeekNumber,
} from './weeks.ts';

const seed = { seed: 20_261_115 };

const anyWeek = fc.integer({ min: 1, max: limits.teachingWeeks });
/** Old data has numbers or their text. */
const storedWeek = fc.oneof(anyWeek, anyWeek.map(String));
const invalidWeeks = [0, 36, -1, 5.5, Number.NaN, '', '5.5', 'năm', '0x5', '5e0', '+5', 'tuần 5'];
const invalidWeek = fc.constantFrom<number | string>(...invalidWeeks);
const inactiveStatuses = ['inactive', 'INACTIVE', ' Inactive '];
const activeStatuses = ['active', 'Active', '', 'draft', null, undefined];
const status = fc.constantFrom(...inactiveStatuses, ...activeStatuses);

const entryWith = (week: fc.Arbitrary<number | string>) => fc.record({ week, status });
const lesson = fc.array(entryWith(storedWeek), { maxLength: 20 }).map((content) => ({ content }));
const grade = fc.array(lesson, { maxLength: 4 });
const taken = fc.array(storedWeek, { maxLength: 40 });
const someClasses = fc.array(taken, { maxLength: 4 });

const toNumbers = (weeks: readonly { week: number }[]) => weeks.map(({ week }) => week);
const ascending = (weeks: readonly number[]) => weeks.toSorted((a, b) => a - b);
const includesWeek = (weeks: readonly (number | string)[], week: number) =>
  weeks.map(Number).includes(week);

describe('a week', () => {
  test('is a whole number from 1 to 35, also as text', () => {
    fc.assert(
      fc.property(anyWeek, (week) => {
        expect(parseWeekNumber(week)).toBe(week);
        expect(parseWeekNumber(` ${week} `)).toBe(week);
      }),
      seed,
    );
    for (const week of invalidWeeks) expect(parseWeekNumber(week)).toBeUndefined();
  });

  test("is active unless its status is 'inactive' in any case", () => {
    for (const text of inactiveStatuses) expect(isActive({ status: text })).toBe(false);
    for (const text of activeStatuses) expect(isActive({ status: text })).toBe(true);
    expect(isActive({})).toBe(true);
  });
});

describe('the calendar', () => {
  test.each([
    [2025, '2025-09-01'],
    [2026, '2026-09-07'],
    [2027, '2027-09-06'],
    [2030, '2030-09-02'],
  ])('starts the school year %i on Monday %s', (year, day) => {
    expect(getFirstMonday(year)).toBe(day);
  });

  test.each([
    ['2026-07-27', false],
    ['2026-08-03', true],
    ['2026-09-07', true],
    ['2026-09-08', false],
    ['2026-12-28', true],
    ['2027-01-04', false],
  ])('lets the school year 2026 start on %s: %s', (day, isPossible) => {
    expect(isPossibleFirstMonday(2026, day)).toBe(isPossible);
  });

  test.each([
    ['2026-08-01', undefined],
    ['2026-09-06', undefined],
    ['2026-09-07', 1],
    ['2026-09-13', 1],
    ['2026-09-14', 2],
    ['2026-11-16', 11],
    ['2027-01-01', 17],
    ['2027-05-03', 35],
    ['2027-05-09', 35],
    ['2027-05-10', undefined],
    ['2027-07-31', undefined],
  ])('shows on %s the week %s', (day, week) => {
    expect(getCalendarWeek(day, getFirstMonday(2026))).toBe(week);
  });

  test.each([
    ['2026-08-23', undefined],
    ['2026-08-24', 1],
    ['2026-09-07', 3],
    ['2027-04-25', 35],
    ['2027-04-26', undefined],
    // The next year has not been started.
    ['2027-09-06', undefined],
  ])('follows the first Monday of a school: %s is in its week %s', (day, week) => {
    expect(getCalendarWeek(day, '2026-08-24')).toBe(week);
  });
});

describe('the lesson library', () => {
  test("lists each week with an entry once, in order, in 'This month' or in 'Finished'", () => {
    fc.assert(
      fc.property(grade, someClasses, (lessons, classes) => {
        const { weeks, thisMonth, finished } = buildLibrary(lessons, classes);
        const expected = new Set(
          lessons.flatMap(({ content }) => content.map((e) => Number(e.week))),
        );
        expect(toNumbers(weeks)).toEqual(ascending([...expected]));
        expect(ascending(toNumbers([...thisMonth, ...finished]))).toEqual(toNumbers(weeks));
        expect(toNumbers(thisMonth)).toEqual(ascending(toNumbers(thisMonth)));
        expect(toNumbers(finished)).toEqual(ascending(toNumbers(finished)));
      }),
      seed,
    );
  });

  test("lists under 'This month' exactly the active weeks without attendance", () => {
    fc.assert(
      fc.property(grade, taken, (lessons, weeksTaken) => {
        const { weeks, thisMonth } = buildLibrary(lessons, [weeksTaken]);
        for (const libraryWeek of weeks) {
          const entries = lessons.flatMap(({ content }) =>
            content.filter(({ week }) => Number(week) === libraryWeek.week),
          );
          expect(libraryWeek.isActive).toBe(entries.some(isActive));
          expect(libraryWeek.isTaken).toBe(includesWeek(weeksTaken, libraryWeek.week));
          const isOpen = libraryWeek.isActive && !libraryWeek.isTaken;
          expect(thisMonth.includes(libraryWeek)).toBe(isOpen);
        }
      }),
      seed,
    );
  });

  test('marks the first active week without attendance as the current one and lists it first', () => {
    fc.assert(
      fc.property(grade, someClasses, (lessons, classes) => {
        const { weeks, current, thisMonth } = buildLibrary(lessons, classes);
        expect(current).toBe(weeks.find((week) => week.isActive && !week.isTaken));
        expect(current).toBe(thisMonth[0]);
        expect(weeks.filter(({ isCurrent }) => isCurrent)).toEqual(current ? [current] : []);
      }),
      seed,
    );
  });

  test('marks the calendar week as the current one if it is active, and lists it first', () => {
    fc.assert(
      fc.property(grade, someClasses, fc.option(anyWeek), (lessons, classes, week) => {
        const calendar = { week: week ?? undefined };
        const { weeks, current, thisMonth, finished } = buildLibrary(lessons, classes, calendar);
        const byAttendance = buildLibrary(lessons, classes);
        expect(current).toBe(weeks.find((other) => other.isActive && other.week === week));
        expect(weeks.filter(({ isCurrent }) => isCurrent)).toEqual(current ? [current] : []);
        if (current && !current.isTaken) expect(thisMonth[0]).toBe(current);
        const others = thisMonth.filter((other) => other !== current);
        expect(toNumbers(others)).toEqual(ascending(toNumbers(others)));
        expect(ascending(toNumbers(thisMonth))).toEqual(toNumbers(byAttendance.thisMonth));
        expect(toNumbers(finished)).toEqual(toNumbers(byAttendance.finished));
      }),
      seed,
    );
  });

  test('shows the active entries of a week, and inactive ones only if there are no others', () => {
    fc.assert(
      fc.property(grade, taken, (lessons, weeksTaken) => {
        for (const { week, isActive: hasActive, cards } of buildLibrary(lessons, [weeksTaken])
          .weeks) {
          const expected = lessons.flatMap((lesson) =>
            lesson.content
              .filter((entry) => Number(entry.week) === week)
              .filter((entry) => !hasActive || isActive(entry))
              .map((entry) => ({ lesson, entry })),
          );
          expect(cards).toEqual(expected);
          expect(cards.length).toBeGreaterThan(0);
        }
      }),
      seed,
    );
  });

  test('does not depend on the order of entries or on how lessons divide them', () => {
    const shuffled = grade.chain((lessons) => {
      const entries = lessons.flatMap(({ content }) => content);
      const reordered = fc.shuffledSubarray(entries, {
        minLength: entries.length,
        maxLength: entries.length,
      });
      return fc.record({ lessons: fc.constant(lessons), reordered });
    });
    const outline = (lessons: { content: { week: number | string }[] }[], weeksTaken: string[]) =>
      buildLibrary(lessons, [weeksTaken]).weeks.map(({ cards, ...week }) => ({
        ...week,
        cards: cards.length,
      }));
    fc.assert(
      fc.property(shuffled, fc.array(anyWeek.map(String)), ({ lessons, reordered }, weeksTaken) => {
        expect(outline([{ content: reordered }], weeksTaken)).toEqual(outline(lessons, weeksTaken));
      }),
      seed,
    );
  });

  test('ignores invalid weeks', () => {
    fc.assert(
      fc.property(
        fc.array(entryWith(invalidWeek)),
        fc.array(invalidWeek),
        (content, weeksTaken) => {
          expect(buildLibrary([{ content }], [weeksTaken]).weeks).toEqual([]);
          expect(computeProgress([weeksTaken])).toEqual({ percent: 0, left: limits.teachingWeeks });
        },
      ),
      seed,
    );
  });

  test('counts a week as taken once all classes have taken it', () => {
    fc.assert(
      fc.property(grade, someClasses, (lessons, classes) => {
        for (const { week, isTaken } of buildLibrary(lessons, classes).weeks) {
          const isTakenByAll =
            classes.length > 0 && classes.every((weeks) => includesWeek(weeks, week));
          expect(isTaken).toBe(isTakenByAll);
        }
      }),
      seed,
    );
  });

  test('skips inactive weeks and gaps when it looks for the next and the previous week', () => {
    fc.assert(
      fc.property(grade, taken, anyWeek, (lessons, weeksTaken, here) => {
        const library = buildLibrary(lessons, [weeksTaken]);
        const { previous, next } = findNeighbours(library, here);
        const active = toNumbers(library.weeks.filter((week) => week.isActive));
        expect(previous?.week).toBe(active.findLast((week) => week < here));
        expect(next?.week).toBe(active.find((week) => week > here));
      }),
      seed,
    );
  });
});

describe('the teaching progress', () => {
  test('is the share of 35 weeks taken, each counted once', () => {
    fc.assert(
      fc.property(taken, (weeks) => {
        const count = new Set(weeks.map(Number)).size;
        const { percent, left } = computeProgress([weeks]);
        expect(percent).toBeCloseTo((count / 35) * 100, 9);
        expect(left).toBe(35 - count);
      }),
      seed,
    );
  });

  test('stays between 0 and 100 per cent', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: -99, max: 99 }))), (classes) => {
        const { percent, left } = computeProgress(classes);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(35);
        expect(left === 0).toBe(percent === 100);
      }),
      seed,
    );
  });

  test('is the average of several classes', () => {
    expect(computeProgress([['1', 2, 3], [1], [1, 2]])).toEqual({
      percent: (2 / 35) * 100,
      left: 33,
    });
    const year = Array.from({ length: 35 }, (_, index) => index + 1);
    expect(computeProgress([year, year])).toEqual({ percent: 100, left: 0 });
    expect(computeProgress([year, year.slice(1)]).left).toBe(1);
    expect(computeProgress([])).toEqual({ percent: 0, left: 35 });
  });
});
