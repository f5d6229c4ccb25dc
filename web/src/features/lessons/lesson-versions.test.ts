import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DraftAction, type LessonDraft, reduceDraft } from './lesson-draft.ts';
import {
  alignWeeks,
  getPartKey,
  listChanges,
  listConflicts,
  mergeVersions,
} from './lesson-versions.ts';
import { fetchAgain, makeDraft, makeWeek } from './testing/lesson-drafts.ts';

const base = makeDraft(['1', '2', '3', '3']);
const [first, second, third, fourth] = base.weeks.map(({ key }) => key) as [
  string,
  string,
  string,
  string,
];
const edit = (draft: LessonDraft, ...actions: DraftAction[]) => actions.reduce(reduceDraft, draft);
const retitle = (key: string, title: string): DraftAction => ({
  type: 'editWeek',
  key,
  fields: { title },
});
const listKeys = (changes: { part: Parameters<typeof getPartKey>[0] }[]) =>
  changes.map(({ part }) => getPartKey(part));
const merge = (mine: LessonDraft, theirs: LessonDraft, takesTheirs = false) =>
  mergeVersions({ base, mine, theirs }, () => takesTheirs);

test('another response of the server is the same lesson', () => {
  const signed = edit(base, {
    type: 'editWeek',
    key: first,
    fields: { thumbnail: '/uploads/lessons/a.webp?signature=1' },
  });
  const again = alignWeeks(signed, signed, fetchAgain(signed));
  const resigned = edit(again, {
    type: 'editWeek',
    key: first,
    fields: { thumbnail: '/uploads/lessons/a.webp?signature=2' },
  });
  expect(again).toEqual(signed);
  expect(listChanges(signed, resigned)).toEqual([]);
});

test('changes name the parts, and the fields of a week', () => {
  const after = edit(
    base,
    { type: 'editLesson', fields: { title: 'Khác' } },
    { type: 'editWeek', key: second, fields: { summary: 'Khác', isActive: false } },
    { type: 'removeWeek', key: third },
    { type: 'addWeek', key: 'added' },
  );
  expect(listChanges(base, after).map(({ part, fields }) => [getPartKey(part), fields])).toEqual([
    ['title', []],
    [second, ['summary', 'isActive']],
    [third, []],
    ['added', []],
  ]);
});

test('what only one side changed is merged without a question', () => {
  const mine = edit(base, retitle(first, 'Của tôi'), { type: 'removeWeek', key: fourth });
  const theirs = edit(
    base,
    { type: 'editLesson', fields: { gradeId: '5' } },
    retitle(second, 'Của bạn'),
    { type: 'addWeek', key: 'theirs', week: '9', beforeKey: third },
  );
  expect(listConflicts({ base, mine, theirs })).toEqual([]);
  const merged = merge(mine, theirs);
  expect(merged.gradeId).toBe('5');
  expect(merged.weeks.map(({ title }) => title)).toEqual(['Của tôi', 'Của bạn', '', 'Bài 3']);
});

test('a week that both changed is the one chosen', () => {
  const mine = edit(base, retitle(first, 'Của tôi'));
  const theirs = edit(base, retitle(first, 'Của bạn'));
  expect(listKeys(listConflicts({ base, mine, theirs }))).toEqual([first]);
  expect(merge(mine, theirs).weeks[0]?.title).toBe('Của tôi');
  expect(merge(mine, theirs, true).weeks[0]?.title).toBe('Của bạn');
  // The same change twice is none.
  expect(listConflicts({ base, mine, theirs: mine })).toEqual([]);
});

test('a week that one side changed and the other deleted is a question', () => {
  const mine = edit(base, retitle(first, 'Của tôi'));
  const theirs = edit(base, { type: 'removeWeek', key: first });
  expect(listKeys(listConflicts({ base, mine, theirs }))).toEqual([first]);
  expect(merge(mine, theirs).weeks).toHaveLength(4);
  expect(merge(mine, theirs, true).weeks).toHaveLength(3);
  expect(merge(theirs, mine).weeks).toHaveLength(3);
});

test('a week that both sides added is a question, not a double', () => {
  const mine = { ...base, weeks: [...base.weeks, makeWeek('7', { title: 'Của tôi' })] };
  const fetched = { ...base, weeks: [...base.weeks, makeWeek('7', { title: 'Của bạn' })] };
  const theirs = alignWeeks(base, mine, fetched);
  expect(listConflicts({ base, mine, theirs })).toHaveLength(1);
  expect(
    merge(mine, theirs)
      .weeks.map(({ title }) => title)
      .slice(4),
  ).toEqual(['Của tôi']);
  expect(
    merge(mine, theirs, true)
      .weeks.map(({ title }) => title)
      .slice(4),
  ).toEqual(['Của bạn']);
});

const keys = fc.constantFrom(first, second, third, fourth);
const action: fc.Arbitrary<DraftAction> = fc.oneof(
  fc
    .record({ key: keys, text: fc.constantFrom('a', 'b') })
    .map(({ key, text }) => retitle(key, text)),
  keys.map((key): DraftAction => ({ type: 'removeWeek', key })),
  fc
    .record({ key: keys, by: fc.constantFrom(1 as const, -1 as const) })
    .map(({ key, by }): DraftAction => ({ type: 'moveWeek', key, by })),
  fc
    .constantFrom('x', 'y')
    .map((title): DraftAction => ({ type: 'editLesson', fields: { title } })),
  fc.constant<DraftAction>({ type: 'sortWeeks' }),
);

test('whatever two editors do, the merge loses no change of either without a question', () => {
  fc.assert(
    fc.property(fc.array(action), fc.array(action), (myActions, theirActions) => {
      const [mine, theirs] = [edit(base, ...myActions), edit(base, ...theirActions)];
      const conflicts = new Set(listKeys(listConflicts({ base, mine, theirs })));
      const merged = merge(mine, theirs);
      const lostOfMine = listKeys(listChanges(mine, merged));
      const changedByThem = new Set(listKeys(listChanges(base, theirs)));
      // The merge differs from my version only where they alone changed something.
      expect(lostOfMine.filter((key) => !changedByThem.has(key) || conflicts.has(key))).toEqual([]);
      const lostOfTheirs = listKeys(listChanges(theirs, merged));
      const changedByMe = new Set(listKeys(listChanges(base, mine)));
      expect(lostOfTheirs.filter((key) => !changedByMe.has(key))).toEqual([]);
      expect(new Set(merged.weeks.map(({ key }) => key)).size).toBe(merged.weeks.length);
    }),
  );
});
