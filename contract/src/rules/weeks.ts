import { limits } from './limits.ts';

/** The numbers of a year's teaching weeks. */
export const allWeeks = Array.from({ length: limits.teachingWeeks }, (_, index) => index + 1);

interface Entry {
  week: number | string;
  status?: string | null | undefined;
}

interface Lesson {
  content: readonly Entry[];
}

/** The weeks for which one class has taken attendance. */
type TakenWeeks = readonly (number | string)[];

/** One card of the library. */
export interface WeekCard<L extends Lesson> {
  lesson: L;
  entry: L['content'][number];
}

export interface LibraryWeek<L extends Lesson> {
  week: number;
  isActive: boolean;
  isTaken: boolean;
  isCurrent: boolean;
  /** Its active entries, or the inactive ones if it has no others. */
  cards: WeekCard<L>[];
}

export interface Library<L extends Lesson> {
  /** Every week with an entry, in order. */
  weeks: LibraryWeek<L>[];
  /** The first active week without attendance; for users without a class, the calendar week if it is active. */
  current: LibraryWeek<L> | undefined;
  /** The active weeks without attendance, the current one first. */
  thisMonth: LibraryWeek<L>[];
  /** The weeks with attendance, and those without an active entry. */
  finished: LibraryWeek<L>[];
}

/** Accepts a number or its text; undefined if it is not a week of the teaching year. */
export function parseWeekNumber(week: number | string): number | undefined {
  if (typeof week === 'string' && !/^\s*\d+\s*$/.test(week)) return undefined;
  const number = Number(week);
  const isWeek = Number.isInteger(number) && number >= 1 && number <= limits.teachingWeeks;
  return isWeek ? number : undefined;
}

/** Everything except 'inactive' is active; case and surrounding spaces do not matter. */
export function isActive({ status }: Pick<Entry, 'status'>): boolean {
  return status?.trim().toLowerCase() !== 'inactive';
}

const dayMs = 86_400_000;

/** Unless the school decides otherwise, week 1 of a school year starts on the first Monday of September. */
export function getFirstMonday(schoolYear: number): string {
  const first = new Date(Date.UTC(schoolYear, 8, 1));
  const untilMonday = (8 - first.getUTCDay()) % 7;
  return new Date(first.getTime() + untilMonday * dayMs).toISOString().slice(0, 10);
}

/** Whether a school may start week 1 on this day: a Monday from August to December. */
export function isPossibleFirstMonday(schoolYear: number, day: string): boolean {
  const isMonday = new Date(day).getUTCDay() === 1;
  return isMonday && day >= `${schoolYear}-08-01` && day <= `${schoolYear}-12-31`;
}

/** The teaching week of a date: week n starts on the n-th Monday. Undefined outside the teaching year. */
export function getCalendarWeek(day: string, firstMonday: string): number | undefined {
  const days = (Date.parse(day) - Date.parse(firstMonday)) / dayMs;
  return parseWeekNumber(Math.floor(days / 7) + 1);
}

/**
 * Merges all lessons of a grade by week and marks the progress of the given classes. `calendar` is for
 * users without a class, whose current week is the one of the calendar.
 */
export function buildLibrary<L extends Lesson>(
  lessons: readonly L[],
  classes: readonly TakenWeeks[],
  calendar?: { week: number | undefined },
): Library<L> {
  const taken = intersectTakenWeeks(classes);
  const weeks = [...groupCardsByWeek(lessons)]
    .toSorted(([a], [b]) => a - b)
    .map(([week, cards]) => toLibraryWeek(week, cards, taken.has(week)));

  const remaining = weeks.filter((week) => week.isActive && !week.isTaken);
  const current = calendar
    ? weeks.find((week) => week.isActive && week.week === calendar.week)
    : remaining[0];
  if (current) current.isCurrent = true;
  return {
    weeks,
    current,
    thisMonth: remaining.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    finished: weeks.filter((week) => !remaining.includes(week)),
  };
}

function groupCardsByWeek<L extends Lesson>(lessons: readonly L[]): Map<number, WeekCard<L>[]> {
  const byWeek = new Map<number, WeekCard<L>[]>();
  for (const lesson of lessons) {
    for (const entry of lesson.content) {
      const week = parseWeekNumber(entry.week);
      if (week === undefined) continue;
      const cards = byWeek.get(week);
      if (cards) cards.push({ lesson, entry });
      else byWeek.set(week, [{ lesson, entry }]);
    }
  }
  return byWeek;
}

function toLibraryWeek<L extends Lesson>(
  week: number,
  cards: WeekCard<L>[],
  isTaken: boolean,
): LibraryWeek<L> {
  const active = cards.filter(({ entry }) => isActive(entry));
  const hasActive = active.length > 0;
  return {
    week,
    isActive: hasActive,
    isTaken,
    isCurrent: false,
    cards: hasActive ? active : cards,
  };
}

/** A week counts as taken once all classes have taken it. */
function intersectTakenWeeks(classes: readonly TakenWeeks[]): Set<number> {
  const [first = new Set<number>(), ...others] = classes.map(toWeekSet);
  return new Set([...first].filter((week) => others.every((taken) => taken.has(week))));
}

function toWeekSet(weeks: TakenWeeks): Set<number> {
  return new Set(weeks.map(parseWeekNumber).filter((week) => week !== undefined));
}

/** The progress through the teaching year; for several classes, their average. */
export function computeProgress(classes: readonly TakenWeeks[]): { percent: number; left: number } {
  const counts = classes.map((weeks) => toWeekSet(weeks).size);
  const average = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  return {
    percent: Math.min(100, (average / limits.teachingWeeks) * 100),
    // Rounded up, so that 0 means that every class has taken all weeks.
    left: Math.max(0, Math.ceil(limits.teachingWeeks - average)),
  };
}

/** The active weeks before and after this one. */
export function findNeighbours<L extends Lesson>({ weeks }: Library<L>, week: number) {
  const active = weeks.filter((other) => other.isActive);
  return {
    previous: active.findLast((other) => other.week < week),
    next: active.find((other) => other.week > week),
  };
}
