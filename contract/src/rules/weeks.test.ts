import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from './limits.ts';
import {
  calendarWeek,
  firstMonday,
  isActive,
  libraryOf,
  neighboursOf,
  progressOf,
  weekNumber,
} from './weeks.ts';

const seed = { seed: 20_261_115 };

const anyWeek = fc.integer({ min: 1, max: limits.teachingWeeks });
/** As old data has it: a number, or its text. */
const writtenWeek = fc.oneof(anyWeek, anyWeek.map(String));
const strayWeeks = [0, 36, -1, 5.5, Number.NaN, '', '5.5', 'năm', '0x5', '5e0', '+5', 'tuần 5'];
const strayWeek = fc.constantFrom<number | string>(...strayWeeks);
const hiddenStatuses = ['inactive', 'INACTIVE', ' Inactive '];
const shownStatuses = ['active', 'Active', '', 'draft', null, undefined];
const status = fc.constantFrom(...hiddenStatuses, ...shownStatuses);

const entryWith = (week: fc.Arbitrary<number | string>) => fc.record({ week, status });
const lesson = fc.array(entryWith(writtenWeek), { maxLength: 20 }).map((content) => ({ content }));
const grade = fc.array(lesson, { maxLength: 4 });
const taken = fc.array(writtenWeek, { maxLength: 40 });
const someClasses = fc.array(taken, { maxLength: 4 });

const numbersOf = (weeks: readonly { week: number }[]) => weeks.map(({ week }) => week);
const ascending = (weeks: readonly number[]) => weeks.toSorted((one, other) => one - other);
const has = (weeks: readonly (number | string)[], week: number) => weeks.map(Number).includes(week);

describe('a week', () => {
  test('is a whole number from 1 to 35, also as text', () => {
    fc.assert(
      fc.property(anyWeek, (week) => {
        expect(weekNumber(week)).toBe(week);
        expect(weekNumber(` ${week} `)).toBe(week);
      }),
      seed,
    );
    for (const week of strayWeeks) expect(weekNumber(week)).toBeUndefined();
  });

  test("is active unless it says 'inactive', however that is written", () => {
    for (const word of hiddenStatuses) expect(isActive({ status: word })).toBe(false);
    for (const word of shownStatuses) expect(isActive({ status: word })).toBe(true);
    expect(isActive({})).toBe(true);
  });
});

describe('the calendar', () => {
  test.each([
    [2025, '2025-09-01'],
    [2026, '2026-09-07'],
    [2027, '2027-09-06'],
    [2030, '2030-09-02'],
  ])('begins the year %i on Monday %s', (year, day) => {
    expect(firstMonday(year)).toBe(day);
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
  ])('has on %s the week %s', (day, week) => {
    expect(calendarWeek(day)).toBe(week);
  });
});

describe('the library', () => {
  test('holds each week with an entry once, in order, on one side or the other', () => {
    fc.assert(
      fc.property(grade, someClasses, (lessons, classes) => {
        const { weeks, thisMonth, finished } = libraryOf(lessons, classes);
        const written = new Set(
          lessons.flatMap(({ content }) => content.map((e) => Number(e.week))),
        );
        expect(numbersOf(weeks)).toEqual(ascending([...written]));
        expect(ascending(numbersOf([...thisMonth, ...finished]))).toEqual(numbersOf(weeks));
        expect(numbersOf(thisMonth)).toEqual(ascending(numbersOf(thisMonth)));
        expect(numbersOf(finished)).toEqual(ascending(numbersOf(finished)));
      }),
      seed,
    );
  });

  test("keeps for 'This month' what is active and not taken, and nothing else", () => {
    fc.assert(
      fc.property(grade, taken, (lessons, weeksTaken) => {
        const { weeks, thisMonth } = libraryOf(lessons, [weeksTaken]);
        for (const one of weeks) {
          const entries = lessons.flatMap(({ content }) =>
            content.filter(({ week }) => Number(week) === one.week),
          );
          expect(one.isActive).toBe(entries.some(isActive));
          expect(one.isTaken).toBe(has(weeksTaken, one.week));
          expect(thisMonth.includes(one)).toBe(one.isActive && !one.isTaken);
        }
      }),
      seed,
    );
  });

  test('has as its current week the first active one without attendance, first and marked', () => {
    fc.assert(
      fc.property(grade, someClasses, (lessons, classes) => {
        const { weeks, current, thisMonth } = libraryOf(lessons, classes);
        expect(current).toBe(weeks.find((week) => week.isActive && !week.isTaken));
        expect(current).toBe(thisMonth[0]);
        expect(weeks.filter(({ isCurrent }) => isCurrent)).toEqual(current ? [current] : []);
      }),
      seed,
    );
  });

  test('by the calendar has its week as the current one where that is active, first and marked', () => {
    fc.assert(
      fc.property(grade, someClasses, fc.option(anyWeek), (lessons, classes, week) => {
        const calendar = { week: week ?? undefined };
        const { weeks, current, thisMonth, finished } = libraryOf(lessons, classes, calendar);
        const byAttendance = libraryOf(lessons, classes);
        expect(current).toBe(weeks.find((one) => one.isActive && one.week === week));
        expect(weeks.filter(({ isCurrent }) => isCurrent)).toEqual(current ? [current] : []);
        if (current && !current.isTaken) expect(thisMonth[0]).toBe(current);
        const others = thisMonth.filter((one) => one !== current);
        expect(numbersOf(others)).toEqual(ascending(numbersOf(others)));
        expect(ascending(numbersOf(thisMonth))).toEqual(numbersOf(byAttendance.thisMonth));
        expect(numbersOf(finished)).toEqual(numbersOf(byAttendance.finished));
      }),
      seed,
    );
  });

  test('shows the active entries of a week, and the hidden ones only where there is no other', () => {
    fc.assert(
      fc.property(grade, taken, (lessons, weeksTaken) => {
        for (const { week, isActive: hasActive, cards } of libraryOf(lessons, [weeksTaken]).weeks) {
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

  test('is the same whatever the order of entries and lessons, and however they are divided', () => {
    const shuffled = grade.chain((lessons) => {
      const entries = lessons.flatMap(({ content }) => content);
      const other = fc.shuffledSubarray(entries, {
        minLength: entries.length,
        maxLength: entries.length,
      });
      return fc.record({ lessons: fc.constant(lessons), other });
    });
    const outline = (lessons: { content: { week: number | string }[] }[], weeksTaken: string[]) =>
      libraryOf(lessons, [weeksTaken]).weeks.map(({ cards, ...week }) => ({
        ...week,
        cards: cards.length,
      }));
    fc.assert(
      fc.property(shuffled, fc.array(anyWeek.map(String)), ({ lessons, other }, weeksTaken) => {
        expect(outline([{ content: other }], weeksTaken)).toEqual(outline(lessons, weeksTaken));
      }),
      seed,
    );
  });

  test('passes over what is no week', () => {
    fc.assert(
      fc.property(fc.array(entryWith(strayWeek)), fc.array(strayWeek), (content, weeksTaken) => {
        expect(libraryOf([{ content }], [weeksTaken]).weeks).toEqual([]);
        expect(progressOf([weeksTaken])).toEqual({ percent: 0, left: limits.teachingWeeks });
      }),
      seed,
    );
  });

  test('of several classes counts a week as taken once all of them have taken it', () => {
    fc.assert(
      fc.property(grade, someClasses, (lessons, classes) => {
        for (const { week, isTaken } of libraryOf(lessons, classes).weeks) {
          const all = classes.length > 0 && classes.every((weeks) => has(weeks, week));
          expect(isTaken).toBe(all);
        }
      }),
      seed,
    );
  });

  test('leads past hidden weeks and gaps to the next and the previous one', () => {
    fc.assert(
      fc.property(grade, taken, anyWeek, (lessons, weeksTaken, here) => {
        const library = libraryOf(lessons, [weeksTaken]);
        const { previous, next } = neighboursOf(library, here);
        const active = numbersOf(library.weeks.filter((week) => week.isActive));
        expect(previous?.week).toBe(active.findLast((week) => week < here));
        expect(next?.week).toBe(active.find((week) => week > here));
      }),
      seed,
    );
  });
});

describe('the progress', () => {
  test('is the weeks taken of 35, each counted once', () => {
    fc.assert(
      fc.property(taken, (weeks) => {
        const count = new Set(weeks.map(Number)).size;
        const { percent, left } = progressOf([weeks]);
        expect(percent).toBeCloseTo((count / 35) * 100, 9);
        expect(left).toBe(35 - count);
      }),
      seed,
    );
  });

  test('stays between nothing and everything', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: -99, max: 99 }))), (classes) => {
        const { percent, left } = progressOf(classes);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(35);
        expect(left === 0).toBe(percent === 100);
      }),
      seed,
    );
  });

  test('of several classes is their average', () => {
    expect(progressOf([['1', 2, 3], [1], [1, 2]])).toEqual({ percent: (2 / 35) * 100, left: 33 });
    const year = Array.from({ length: 35 }, (_, index) => index + 1);
    expect(progressOf([year, year])).toEqual({ percent: 100, left: 0 });
    expect(progressOf([year, year.slice(1)]).left).toBe(1);
    expect(progressOf([])).toEqual({ percent: 0, left: 35 });
  });
});
