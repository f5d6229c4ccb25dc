import type { StoredEntry, StoredLesson } from './lessons.queries.ts';

/** A lesson in the audit log; a changed week has its number and the fields that changed. */
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

export function toAuditValues({ title, grade_id, entries }: StoredLesson): LessonValues {
  return { title, grade_id, content: entries };
}

/** Compares two versions of a lesson; undefined if they are equal. */
export function compareLessons(
  before: StoredLesson,
  after: StoredLesson,
): LessonChanges | undefined {
  const [oldValues, newValues] = [toAuditValues(before), toAuditValues(after)];
  const names = Object.keys(oldValues) as (keyof LessonValues)[];
  const fields = names.filter((name) => !isEqual(oldValues[name], newValues[name]));
  if (fields.length === 0) return undefined;
  const content = compareEntries(before.entries, after.entries);
  const pickChanged = (values: LessonValues, entries: Partial<StoredEntry>[]) =>
    Object.fromEntries(
      fields.map((name) => [name, name === 'content' ? entries : values[name]]),
    ) as LessonValues;
  return {
    fields,
    old: pickChanged(oldValues, content.old),
    new: pickChanged(newValues, content.new),
  };
}

/** Matches entries by week, and several entries of one week by their order. */
function compareEntries(before: StoredEntry[], after: StoredEntry[]) {
  const [oldEntries, newEntries] = [indexEntries(before), indexEntries(after)];
  const changes = { old: [] as Partial<StoredEntry>[], new: [] as Partial<StoredEntry>[] };
  for (const key of new Set([...oldEntries.keys(), ...newEntries.keys()])) {
    const [oldEntry, newEntry] = [oldEntries.get(key), newEntries.get(key)];
    if (oldEntry && newEntry) {
      const names = (Object.keys(oldEntry) as (keyof StoredEntry)[]).filter(
        (name) => !isEqual(oldEntry[name], newEntry[name]),
      );
      if (names.length === 0) continue;
      const pickChanged = (entry: StoredEntry): Partial<StoredEntry> => ({
        week: entry.week,
        ...Object.fromEntries(names.map((name) => [name, entry[name]])),
      });
      changes.old.push(pickChanged(oldEntry));
      changes.new.push(pickChanged(newEntry));
    } else if (oldEntry) changes.old.push(oldEntry);
    else if (newEntry) changes.new.push(newEntry);
  }
  return changes;
}

function indexEntries(entries: StoredEntry[]): Map<string, StoredEntry> {
  const index = new Map<string, StoredEntry>();
  const counts = new Map<number, number>();
  for (const entry of entries) {
    const count = counts.get(entry.week) ?? 0;
    counts.set(entry.week, count + 1);
    index.set(`${entry.week} ${count}`, entry);
  }
  return index;
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
