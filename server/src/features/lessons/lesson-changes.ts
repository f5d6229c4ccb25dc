import type { StoredEntry, StoredLesson } from './lessons.queries.ts';

/** What the audit trail keeps of a lesson; of a week that changed, its number and what changed in it. */
interface LessonValues {
  title?: string;
  grade_id?: number;
  content?: Partial<StoredEntry>[];
}

interface LessonChanges {
  fields: (keyof LessonValues)[];
  old: LessonValues;
  new: LessonValues;
}

export function valuesOf({ title, grade_id, entries }: StoredLesson): LessonValues {
  return { title, grade_id, content: entries };
}

/** What differs between a lesson as it was and as it is, or undefined where nothing does. */
export function lessonChanges(
  before: StoredLesson,
  after: StoredLesson,
): LessonChanges | undefined {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const names = Object.keys(old) as (keyof LessonValues)[];
  const fields = names.filter((name) => !isSame(old[name], now[name]));
  if (fields.length === 0) return undefined;
  const content = entryChanges(before.entries, after.entries);
  const told = (values: LessonValues, entries: Partial<StoredEntry>[]) =>
    Object.fromEntries(
      fields.map((name) => [name, name === 'content' ? entries : values[name]]),
    ) as LessonValues;
  return { fields, old: told(old, content.old), new: told(now, content.new) };
}

/** Entries are the same by their week, and in a week with several by their order in it. */
function entryChanges(before: StoredEntry[], after: StoredEntry[]) {
  const [old, now] = [byPlace(before), byPlace(after)];
  const changes = { old: [] as Partial<StoredEntry>[], new: [] as Partial<StoredEntry>[] };
  for (const place of new Set([...old.keys(), ...now.keys()])) {
    const [one, other] = [old.get(place), now.get(place)];
    if (one && other) {
      const names = (Object.keys(one) as (keyof StoredEntry)[]).filter(
        (name) => !isSame(one[name], other[name]),
      );
      if (names.length === 0) continue;
      const told = (entry: StoredEntry): Partial<StoredEntry> => ({
        week: entry.week,
        ...Object.fromEntries(names.map((name) => [name, entry[name]])),
      });
      changes.old.push(told(one));
      changes.new.push(told(other));
    } else if (one) changes.old.push(one);
    else if (other) changes.new.push(other);
  }
  return changes;
}

function byPlace(entries: StoredEntry[]): Map<string, StoredEntry> {
  const places = new Map<string, StoredEntry>();
  const counts = new Map<number, number>();
  for (const entry of entries) {
    const count = counts.get(entry.week) ?? 0;
    counts.set(entry.week, count + 1);
    places.set(`${entry.week} ${count}`, entry);
  }
  return places;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
