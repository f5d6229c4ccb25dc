import type { TableWeek } from '@lop-xanh/contract/lessons';
import { expect, test } from 'vitest';
import { importWeeks } from './import-weeks.ts';
import type { LessonDraft } from './lesson-draft.ts';
import { listChanges } from './lesson-versions.ts';
import { makeWeek } from './testing/lesson-drafts.ts';

const draft: LessonDraft = {
  title: 'Khoa học vui',
  gradeId: '4',
  weeks: [
    makeWeek('1', { thumbnail: '/uploads/lessons/1.webp?s=1', outline: 'Một\nHai' }),
    makeWeek('2'),
    makeWeek('4', { isActive: false }),
  ],
};
const row = (week: string, fields: Partial<TableWeek> = {}): TableWeek => ({
  row: 2,
  week,
  title: `Bài ${week}`,
  summary: 'Tóm tắt',
  canva_link: '',
  status: 'active',
  outline: [],
  items: [],
  ...fields,
});
const describeWeeks = ({ weeks }: LessonDraft) =>
  weeks.map(({ week, title }) => `${week} ${title}`);

test('the unchanged table of a lesson changes nothing, and its pictures stay', () => {
  const table = [row('1', { outline: ['Một', 'Hai'] }), row('2'), row('4', { status: 'inactive' })];
  for (const removesOthers of [false, true]) {
    const imported = importWeeks(draft, table, { removesOthers });
    expect(imported).toEqual(draft);
    expect(listChanges(draft, imported)).toEqual([]);
  }
});

test('a changed week keeps its picture, a new one has none', () => {
  const { weeks } = importWeeks(draft, [row('1', { title: 'Nước' }), row('3')], {
    removesOthers: false,
  });
  expect(weeks[0]).toMatchObject({ title: 'Nước', thumbnail: '/uploads/lessons/1.webp?s=1' });
  expect(weeks.find(({ week }) => week === '3')?.thumbnail).toBeNull();
});

test('the weeks that a table does not have stay, unless the user deletes them', () => {
  const table = [row('2', { title: 'Rừng' }), row('3')];
  const kept = importWeeks(draft, table, { removesOthers: false });
  expect(describeWeeks(kept).toSorted()).toEqual(['1 Bài 1', '2 Rừng', '3 Bài 3', '4 Bài 4']);
  const replaced = importWeeks(draft, table, { removesOthers: true });
  expect(describeWeeks(replaced)).toEqual(['2 Rừng', '3 Bài 3']);
});

test('a week without a valid number is taken too, so that it can be corrected', () => {
  const { weeks } = importWeeks(draft, [row('hai'), row('')], { removesOthers: false });
  expect(weeks.map(({ week }) => week)).toEqual(expect.arrayContaining(['hai', '']));
  expect(weeks).toHaveLength(5);
});
