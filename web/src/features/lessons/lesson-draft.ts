import type { Lesson, LessonInput, WeekEntry } from '@lop-xanh/contract/lessons';
import { allWeeks, isActive, weekNumber } from '@lop-xanh/contract/rules/weeks';
import { randomKey } from '../../lib/random-key.ts';

/** A week as it is being written: everything as typed, lists as one line each. */
export interface WeekDraft {
  /** Stays with the week wherever it is moved. */
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

export type Change =
  | { do: 'write'; lesson: Partial<Pick<LessonDraft, 'title' | 'gradeId'>> }
  | { do: 'write week'; key: string; week: Partial<Omit<WeekDraft, 'key'>> }
  | { do: 'add week'; key: string }
  | { do: 'copy week'; key: string; from: string }
  | { do: 'remove week'; key: string }
  | { do: 'move week'; key: string; by: 1 | -1 }
  | { do: 'sort weeks' }
  | { do: 'show weeks'; keys: ReadonlySet<string>; isActive: boolean };

export function draftOf(lesson: Lesson | undefined): LessonDraft {
  if (!lesson) return { title: '', gradeId: '', weeks: [] };
  return {
    title: lesson.title,
    gradeId: String(lesson.grade_id),
    weeks: lesson.content.map(weekDraftOf),
  };
}

function weekDraftOf(entry: WeekEntry): WeekDraft {
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

export function changed(draft: LessonDraft, change: Change): LessonDraft {
  switch (change.do) {
    case 'write':
      return { ...draft, ...change.lesson };
    default:
      return { ...draft, weeks: changedWeeks(draft.weeks, change) };
  }
}

type WeekChange = Exclude<Change, { do: 'write' }>;

function changedWeeks(weeks: readonly WeekDraft[], change: WeekChange): readonly WeekDraft[] {
  switch (change.do) {
    case 'write week':
      return weeks.map((one) => (one.key === change.key ? { ...one, ...change.week } : one));
    case 'add week':
      return [...weeks, { ...emptyWeek, key: change.key, week: nextFreeWeek(weeks) }];
    case 'copy week': {
      const at = weeks.findIndex(({ key }) => key === change.from);
      const copied = weeks[at];
      if (!copied) return weeks;
      return weeks.toSpliced(at + 1, 0, {
        ...copied,
        key: change.key,
        week: nextFreeWeek(weeks),
      });
    }
    case 'remove week':
      return weeks.filter(({ key }) => key !== change.key);
    case 'move week': {
      const at = weeks.findIndex(({ key }) => key === change.key);
      const moved = weeks[at];
      const to = at + change.by;
      if (!moved || to < 0 || to >= weeks.length) return weeks;
      return weeks.toSpliced(at, 1).toSpliced(to, 0, moved);
    }
    case 'sort weeks':
      return weeks.toSorted((one, other) => orderOf(one) - orderOf(other));
    case 'show weeks':
      return weeks.map((one) =>
        change.keys.has(one.key) ? { ...one, isActive: change.isActive } : one,
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

/** The first number after the last week, else the first gap; none where the year is full. */
function nextFreeWeek(weeks: readonly WeekDraft[]): string {
  const used = new Set(weeks.map(({ week }) => weekNumber(week)));
  const last = Math.max(0, ...weeks.map(({ week }) => weekNumber(week) ?? 0));
  const free = allWeeks.find((week) => week > last) ?? allWeeks.find((week) => !used.has(week));
  return free === undefined ? '' : String(free);
}

/** What is no week yet stays at the end. */
function orderOf({ week }: WeekDraft): number {
  return weekNumber(week) ?? Number.POSITIVE_INFINITY;
}

/** The keys of the weeks whose number another one has too. */
export function doubledWeeks(weeks: readonly WeekDraft[]): ReadonlySet<string> {
  const keysOf = new Map<number, string[]>();
  for (const { key, week } of weeks) {
    const number = weekNumber(week);
    if (number !== undefined) keysOf.set(number, [...(keysOf.get(number) ?? []), key]);
  }
  return new Set([...keysOf.values()].filter(({ length }) => length > 1).flat());
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** What is sent; only for a draft in which no problem was found. */
export function lessonInput({ title, gradeId, weeks }: LessonDraft): LessonInput {
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
      outline: linesOf(week.outline),
      items: linesOf(week.items),
    })),
  };
}
