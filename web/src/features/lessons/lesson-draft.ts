import type { Lesson, LessonInput, WeekEntry } from '@lop-xanh/contract/lessons';
import { allWeeks, isActive, parseWeekNumber } from '@lop-xanh/contract/rules/weeks';
import { randomKey } from '../../lib/random-key.ts';

/** A week in the editor: text as typed, lists with one entry per line. */
export interface WeekDraft {
  /** Identifies the week while it moves and its number changes. */
  key: string;
  week: string;
  title: string;
  summary: string;
  canva_link: string;
  isActive: boolean;
  thumbnail: string | null;
  outline: string;
  items: string;
}

export interface LessonDraft {
  title: string;
  gradeId: string;
  weeks: readonly WeekDraft[];
}

export type DraftAction =
  | { type: 'editLesson'; fields: Partial<Pick<LessonDraft, 'title' | 'gradeId'>> }
  | { type: 'editWeek'; key: string; fields: Partial<Omit<WeekDraft, 'key'>> }
  /** With the next free number at the end, unless it says otherwise. */
  | { type: 'addWeek'; key: string; week?: string; beforeKey?: string | undefined }
  | { type: 'duplicateWeek'; key: string; sourceKey: string }
  | { type: 'removeWeek'; key: string }
  | { type: 'moveWeek'; key: string; by: 1 | -1 }
  | { type: 'sortWeeks' }
  | { type: 'setActive'; keys: ReadonlySet<string>; isActive: boolean };

export function toLessonDraft(lesson: Lesson | undefined): LessonDraft {
  if (!lesson) return { title: '', gradeId: '', weeks: [] };
  return {
    title: lesson.title,
    gradeId: String(lesson.grade_id),
    weeks: lesson.content.map(toWeekDraft),
  };
}

/** The weeks of a lesson for another grade, which is still to be chosen. */
export function toLessonCopy(lesson: Lesson): LessonDraft {
  return { ...toLessonDraft(lesson), gradeId: '' };
}

function toWeekDraft(entry: WeekEntry): WeekDraft {
  return {
    key: randomKey(),
    week: String(entry.week),
    title: entry.title,
    summary: entry.summary,
    canva_link: entry.canva_link ?? '',
    isActive: isActive(entry),
    thumbnail: entry.thumbnail,
    outline: entry.outline.join('\n'),
    items: entry.items.join('\n'),
  };
}

export function reduceDraft(draft: LessonDraft, action: DraftAction): LessonDraft {
  switch (action.type) {
    case 'editLesson':
      return { ...draft, ...action.fields };
    default:
      return { ...draft, weeks: reduceWeeks(draft.weeks, action) };
  }
}

type WeekAction = Exclude<DraftAction, { type: 'editLesson' }>;

function reduceWeeks(weeks: readonly WeekDraft[], action: WeekAction): readonly WeekDraft[] {
  switch (action.type) {
    case 'editWeek':
      return weeks.map((week) => (week.key === action.key ? { ...week, ...action.fields } : week));
    case 'addWeek': {
      const { key, week = nextFreeWeek(weeks), beforeKey } = action;
      const index = weeks.findIndex((other) => other.key === beforeKey);
      return weeks.toSpliced(index < 0 ? weeks.length : index, 0, { ...emptyWeek, key, week });
    }
    case 'duplicateWeek': {
      const index = weeks.findIndex(({ key }) => key === action.sourceKey);
      const source = weeks[index];
      if (!source) return weeks;
      return weeks.toSpliced(index + 1, 0, {
        ...source,
        key: action.key,
        week: nextFreeWeek(weeks),
      });
    }
    case 'removeWeek':
      return weeks.filter(({ key }) => key !== action.key);
    case 'moveWeek': {
      const index = weeks.findIndex(({ key }) => key === action.key);
      const moved = weeks[index];
      const newIndex = index + action.by;
      if (!moved || newIndex < 0 || newIndex >= weeks.length) return weeks;
      return weeks.toSpliced(index, 1).toSpliced(newIndex, 0, moved);
    }
    case 'sortWeeks':
      return weeks.toSorted((a, b) => toSortNumber(a) - toSortNumber(b));
    case 'setActive':
      return weeks.map((week) =>
        action.keys.has(week.key) ? { ...week, isActive: action.isActive } : week,
      );
  }
}

const emptyWeek: Omit<WeekDraft, 'key' | 'week'> = {
  title: '',
  summary: '',
  canva_link: '',
  isActive: true,
  thumbnail: null,
  outline: '',
  items: '',
};

/** The first number after the last week, else the first gap; empty if the year is full. */
function nextFreeWeek(weeks: readonly WeekDraft[]): string {
  const used = new Set(weeks.map(({ week }) => parseWeekNumber(week)));
  const last = Math.max(0, ...weeks.map(({ week }) => parseWeekNumber(week) ?? 0));
  const free = allWeeks.find((week) => week > last) ?? allWeeks.find((week) => !used.has(week));
  return free === undefined ? '' : String(free);
}

/** Sorts weeks without a valid number last. */
function toSortNumber({ week }: WeekDraft): number {
  return parseWeekNumber(week) ?? Number.POSITIVE_INFINITY;
}

/** A week of the lesson, or the number of one that the lesson does not have. */
export type YearRow =
  | { entry: WeekDraft }
  | { entry: null; number: number; beforeKey: string | undefined };

/** Lists the weeks in the lesson's order; a missing one comes before the first with a higher number. */
export function listYear(weeks: readonly WeekDraft[]): YearRow[] {
  const numbers = weeks.map(({ week }) => parseWeekNumber(week) ?? 0);
  const missing = allWeeks
    .filter((number) => !numbers.includes(number))
    .map((number) => {
      const index = numbers.findIndex((other) => other > number);
      return { entry: null, number, beforeKey: weeks[index]?.key };
    });
  const listMissing = (key: string | undefined) =>
    missing.filter(({ beforeKey }) => beforeKey === key);
  return [
    ...weeks.flatMap((entry): YearRow[] => [...listMissing(entry.key), { entry }]),
    ...listMissing(undefined),
  ];
}

/** Returns the keys of all weeks that share their number with another one. */
export function findDuplicateWeeks(weeks: readonly WeekDraft[]): ReadonlySet<string> {
  const keysByNumber = new Map<number, string[]>();
  for (const { key, week } of weeks) {
    const number = parseWeekNumber(week);
    if (number !== undefined) {
      keysByNumber.set(number, [...(keysByNumber.get(number) ?? []), key]);
    }
  }
  return new Set([...keysByNumber.values()].filter(({ length }) => length > 1).flat());
}

export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Only for a valid draft. */
export function toLessonInput({ title, gradeId, weeks }: LessonDraft): LessonInput {
  return {
    title: title.trim(),
    grade_id: Number(gradeId),
    content: weeks.map((week) => ({
      week: Number(week.week),
      title: week.title.trim(),
      summary: week.summary.trim(),
      canva_link: week.canva_link.trim() || null,
      status: week.isActive ? 'active' : 'inactive',
      thumbnail: week.thumbnail,
      outline: splitLines(week.outline),
      items: splitLines(week.items),
    })),
  };
}
