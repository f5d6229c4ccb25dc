import { parseWeekNumber } from '@lop-xanh/contract/rules/weeks';
import type { LessonDraft, WeekDraft } from './lesson-draft.ts';

/** What can differ between two versions of a lesson: one of its own fields, or the week with that key. */
export type Part = 'title' | 'gradeId' | { weekKey: string };

export type WeekFieldName = Exclude<keyof WeekDraft, 'key'>;

/** One part as it was and as it is; undefined where a version does not have the week. */
export interface PartChange {
  part: Part;
  before: WeekDraft | string | undefined;
  after: WeekDraft | string | undefined;
  /** The fields that differ in a week that both versions have. */
  fields: readonly WeekFieldName[];
}

/** A part that both sides changed, each in its own way. */
export interface Conflict {
  part: Part;
  mine: PartChange;
  theirs: PartChange;
}

/** The key under which the user's choice for a conflict is kept. */
export const getPartKey = (part: Part) => (typeof part === 'string' ? part : part.weekKey);

/**
 * Gives the weeks of another version the keys of the weeks they stand for, in the base or else in my version: those
 * with the same number, in the order of several with one number.
 */
export function alignWeeks(base: LessonDraft, mine: LessonDraft, other: LessonDraft): LessonDraft {
  const baseWeeks = indexWeeks(base);
  const added = mine.weeks.filter(({ key }) => !baseWeeks.has(key));
  const keysByNumber = new Map<string, string[]>();
  for (const { key, week } of [...base.weeks, ...added]) {
    const number = toNumberKey(week);
    keysByNumber.set(number, [...(keysByNumber.get(number) ?? []), key]);
  }
  const weeks = other.weeks.map((week) => ({
    ...week,
    key: keysByNumber.get(toNumberKey(week.week))?.shift() ?? week.key,
  }));
  return { ...other, weeks };
}

const toNumberKey = (week: string) => String(parseWeekNumber(week) ?? week);

const weekFieldNames: readonly WeekFieldName[] = [
  'week',
  'title',
  'summary',
  'canva_link',
  'outline',
  'items',
  'thumbnail',
  'isActive',
];

/** A signed URL differs with each response; its path is the picture. */
const getPicture = ({ thumbnail }: WeekDraft) => thumbnail?.split('?')[0];

function listChangedFields(before: WeekDraft, after: WeekDraft): WeekFieldName[] {
  return weekFieldNames.filter((name) =>
    name === 'thumbnail' ? getPicture(before) !== getPicture(after) : before[name] !== after[name],
  );
}

/** Lists what differs between two aligned versions; the order of the weeks does not count. */
export function listChanges(before: LessonDraft, after: LessonDraft): PartChange[] {
  const own = (['title', 'gradeId'] as const)
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ part: name, before: before[name], after: after[name], fields: [] }));
  const [old, current] = [indexWeeks(before), indexWeeks(after)];
  const weeks = [...new Set([...old.keys(), ...current.keys()])].flatMap(
    (weekKey): PartChange[] => {
      const [week, newWeek] = [old.get(weekKey), current.get(weekKey)];
      const fields = week && newWeek ? listChangedFields(week, newWeek) : [];
      const isSame = week && newWeek && fields.length === 0;
      return isSame ? [] : [{ part: { weekKey }, before: week, after: newWeek, fields }];
    },
  );
  return [...own, ...weeks];
}

const indexWeeks = ({ weeks }: LessonDraft) => new Map(weeks.map((week) => [week.key, week]));

interface Versions {
  base: LessonDraft;
  mine: LessonDraft;
  theirs: LessonDraft;
}

/** Lists the parts that both sides changed since the version on which both build. */
export function listConflicts({ base, mine, theirs }: Versions): Conflict[] {
  const theirChanges = new Map(
    listChanges(base, theirs).map((change) => [getPartKey(change.part), change]),
  );
  const differing = new Set(listChanges(mine, theirs).map(({ part }) => getPartKey(part)));
  return listChanges(base, mine).flatMap((change) => {
    const key = getPartKey(change.part);
    const theirChange = theirChanges.get(key);
    return theirChange && differing.has(key)
      ? [{ part: change.part, mine: change, theirs: theirChange }]
      : [];
  });
}

/**
 * Makes one version of both: each part as the side that changed it has it. `takesTheirs` decides for the parts that
 * both changed.
 */
export function mergeVersions(
  { base, mine, theirs }: Versions,
  takesTheirs: (partKey: string) => boolean,
): LessonDraft {
  const changedByMe = new Set(listChanges(base, mine).map(({ part }) => getPartKey(part)));
  const conflicts = new Set(
    listConflicts({ base, mine, theirs }).map(({ part }) => getPartKey(part)),
  );
  const keepsMine = (key: string) =>
    changedByMe.has(key) && !(conflicts.has(key) && takesTheirs(key));
  const [myWeeks, theirWeeks] = [indexWeeks(mine), indexWeeks(theirs)];
  const keys = mergeOrder([...myWeeks.keys()], [...theirWeeks.keys()]);
  return {
    title: keepsMine('title') ? mine.title : theirs.title,
    gradeId: keepsMine('gradeId') ? mine.gradeId : theirs.gradeId,
    weeks: keys.flatMap((key) => (keepsMine(key) ? myWeeks : theirWeeks).get(key) ?? []),
  };
}

/** The first order; a key that only the second has follows the one it follows there. */
export function mergeOrder(first: readonly string[], second: readonly string[]): string[] {
  const merged = [...first];
  for (const [index, key] of second.entries()) {
    if (merged.includes(key)) continue;
    const previous = second[index - 1];
    merged.splice(previous === undefined ? 0 : merged.indexOf(previous) + 1, 0, key);
  }
  return merged;
}
