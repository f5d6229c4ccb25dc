import { schoolYearOf } from './dates.ts';
import { limits } from './limits.ts';

/** The numbers of a year's teaching weeks. */
export const allWeeks = Array.from({ length: limits.teachingWeeks }, (_, at) => at + 1);

interface Entry {
  week: number | string;
  status?: string | null | undefined;
}

interface Lesson {
  content: readonly Entry[];
}

/** The weeks for which one class has an attendance record. */
type TakenWeeks = readonly (number | string)[];

/** An entry stays with its lesson: together they are one card of the library. */
export interface WeekCard<L extends Lesson> {
  lesson: L;
  entry: L['content'][number];
}

export interface LibraryWeek<L extends Lesson> {
  week: number;
  isActive: boolean;
  isTaken: boolean;
  isCurrent: boolean;
  /** Its active entries, or the hidden ones where it has no other. */
  cards: WeekCard<L>[];
}

export interface Library<L extends Lesson> {
  /** Every week with an entry, in order. */
  weeks: LibraryWeek<L>[];
  /** The first active week without attendance; for those without a class, the calendar's week where it is active. */
  current: LibraryWeek<L> | undefined;
  /** The active weeks still to take, the current one first. */
  thisMonth: LibraryWeek<L>[];
  /** The weeks taken, and those with no active entry. */
  finished: LibraryWeek<L>[];
}

/** The number of a week of the teaching year, also written as text; undefined for anything else. */
export function weekNumber(week: number | string): number | undefined {
  if (typeof week === 'string' && !/^\s*\d+\s*$/.test(week)) return undefined;
  const number = Number(week);
  const isWeek = Number.isInteger(number) && number >= 1 && number <= limits.teachingWeeks;
  return isWeek ? number : undefined;
}

/** Active is everything but 'inactive', in any case and with any space around it. */
export function isActive({ status }: Pick<Entry, 'status'>): boolean {
  return status?.trim().toLowerCase() !== 'inactive';
}

const dayMs = 86_400_000;

/** The Monday with which a school year's week 1 begins: the first one in September. */
export function firstMonday(schoolYear: number): string {
  const first = new Date(Date.UTC(schoolYear, 8, 1));
  const untilMonday = (8 - first.getUTCDay()) % 7;
  return new Date(first.getTime() + untilMonday * dayMs).toISOString().slice(0, 10);
}

/** The teaching week that the calendar has on a day: week n begins on the n-th Monday; undefined outside of them. */
export function calendarWeek(day: string): number | undefined {
  const days = (Date.parse(day) - Date.parse(firstMonday(schoolYearOf(day)))) / dayMs;
  return weekNumber(Math.floor(days / 7) + 1);
}

/**
 * All lessons of a grade, merged by week, and where the classes stand that are asked about. Whoever has no class
 * goes by the calendar instead, where there may be no teaching week.
 */
export function libraryOf<L extends Lesson>(
  lessons: readonly L[],
  classes: readonly TakenWeeks[],
  calendar?: { week: number | undefined },
): Library<L> {
  const taken = takenByAll(classes);
  const weeks = [...cardsByWeek(lessons)]
    .toSorted(([one], [other]) => one - other)
    .map(([week, cards]) => weekOf(week, cards, taken.has(week)));

  const toTake = weeks.filter((week) => week.isActive && !week.isTaken);
  const current = calendar
    ? weeks.find((week) => week.isActive && week.week === calendar.week)
    : toTake[0];
  if (current) current.isCurrent = true;
  return {
    weeks,
    current,
    thisMonth: toTake.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
    finished: weeks.filter((week) => !toTake.includes(week)),
  };
}

function cardsByWeek<L extends Lesson>(lessons: readonly L[]): Map<number, WeekCard<L>[]> {
  const byWeek = new Map<number, WeekCard<L>[]>();
  for (const lesson of lessons) {
    for (const entry of lesson.content) {
      const week = weekNumber(entry.week);
      if (week === undefined) continue;
      const cards = byWeek.get(week);
      if (cards) cards.push({ lesson, entry });
      else byWeek.set(week, [{ lesson, entry }]);
    }
  }
  return byWeek;
}

function weekOf<L extends Lesson>(
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

/** For several classes together a week is taken once the last of them has taken it. */
function takenByAll(classes: readonly TakenWeeks[]): Set<number> {
  const [first = new Set<number>(), ...others] = classes.map(distinctWeeks);
  return new Set([...first].filter((week) => others.every((taken) => taken.has(week))));
}

function distinctWeeks(weeks: TakenWeeks): Set<number> {
  return new Set(weeks.map(weekNumber).filter((week) => week !== undefined));
}

/** How far a class is in the teaching year; for several classes, their average. */
export function progressOf(classes: readonly TakenWeeks[]): { percent: number; left: number } {
  const counts = classes.map((weeks) => distinctWeeks(weeks).size);
  const average = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  return {
    percent: Math.min(100, (average / limits.teachingWeeks) * 100),
    // Rounded up, so that none is left only when every class has taken them all.
    left: Math.max(0, Math.ceil(limits.teachingWeeks - average)),
  };
}

/** The active weeks before and after this one. */
export function neighboursOf<L extends Lesson>({ weeks }: Library<L>, week: number) {
  const active = weeks.filter((one) => one.isActive);
  return {
    previous: active.findLast((one) => one.week < week),
    next: active.find((one) => one.week > week),
  };
}
