import type { LessonDraft, WeekDraft } from '../lesson-draft.ts';

let nextKey = 0;

export function makeWeek(week: string, fields: Partial<WeekDraft> = {}): WeekDraft {
  nextKey += 1;
  return {
    key: `key ${nextKey}`,
    week,
    title: `Bài ${week}`,
    summary: 'Tóm tắt',
    canva_link: '',
    isActive: true,
    thumbnail: null,
    outline: '',
    items: '',
    ...fields,
  };
}

export function makeDraft(numbers: readonly string[]): LessonDraft {
  return { title: 'Khoa học vui', gradeId: '4', weeks: numbers.map((week) => makeWeek(week)) };
}

/** The same lesson as another response of the server has it: with other keys and signatures. */
export function fetchAgain(draft: LessonDraft): LessonDraft {
  return {
    ...draft,
    weeks: draft.weeks.map(({ week, ...fields }) =>
      makeWeek(week, { ...fields, key: makeWeek('').key }),
    ),
  };
}
