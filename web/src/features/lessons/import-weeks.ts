import type { TableWeek } from '@lop-xanh/contract/lessons';
import { randomKey } from '../../lib/random-key.ts';
import type { LessonDraft, WeekDraft } from './lesson-draft.ts';
import { alignWeeks, mergeOrder } from './lesson-versions.ts';

/**
 * Takes the weeks of a table into a draft. A week of the same number is replaced and keeps its picture, which a table
 * does not have; the others stay, unless `removesOthers`.
 */
export function importWeeks(
  draft: LessonDraft,
  rows: readonly TableWeek[],
  { removesOthers }: { removesOthers: boolean },
): LessonDraft {
  const current = new Map(draft.weeks.map((week) => [week.key, week]));
  const table = alignWeeks(draft, draft, { ...draft, weeks: rows.map(toWeekDraft) });
  const imported = new Map(
    table.weeks.map((week) => [
      week.key,
      { ...week, thumbnail: current.get(week.key)?.thumbnail ?? null },
    ]),
  );
  const keys = mergeOrder([...imported.keys()], removesOthers ? [] : [...current.keys()]);
  return { ...draft, weeks: keys.flatMap((key) => imported.get(key) ?? current.get(key) ?? []) };
}

function toWeekDraft(row: TableWeek): WeekDraft {
  const { week, title, summary, canva_link, status, outline, items } = row;
  return {
    key: randomKey(),
    week,
    title,
    summary,
    canva_link,
    isActive: status === 'active',
    thumbnail: null,
    outline: outline.join('\n'),
    items: items.join('\n'),
  };
}
