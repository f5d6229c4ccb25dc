import { findPlanProblems, summarizePlan } from '@lop-xanh/contract/rules/rollover';
import { expect, test } from 'vitest';
import { addClass, moveStudents, setSuccessor } from './plan-edits.ts';
import { countOpen, getGroupFigures, listGroups } from './plan-rows.ts';
import { plan, school } from './testing/example-school.ts';

const describeRows = (changed: typeof plan) =>
  listGroups(school, changed).map(({ grade, rows }) => [
    grade,
    ...rows.map(
      ({ oldClass, newClass, isRepeated }) =>
        `${oldClass?.name ?? '–'} → ${newClass?.name ?? '–'}${isRepeated ? ' again' : ''}`,
    ),
  ]);

test('every old and every new class has a row; new students come last', () => {
  expect(describeRows(plan)).toEqual([
    [1, '1A → 2A', '1B → 2B'],
    [5, '5A → –'],
    [0, '– → 1A', '– → 1B'],
  ]);
});

test('a new class that two classes go to is marked in the second row', () => {
  const merged = setSuccessor(12, 'n3')(addClass(4, '4A')(plan));
  expect(describeRows(merged)).toEqual([
    [1, '1A → 2A', '1B → 2A again', '– → 2B'],
    [3, '– → 4A'],
    [5, '5A → –'],
    [0, '– → 1A', '– → 1B'],
  ]);
});

test('a group sums up its students and what is open', () => {
  const moved = moveStudents(school, [1], null)(moveStudents(school, [2, 5], 'n1')(plan));
  const [first, last, newcomers] = listGroups(school, moved);
  const summary = summarizePlan(school, moved);
  const problems = findPlanProblems(school, moved);
  expect(first && getGroupFigures(first, summary)).toEqual({
    students: 4,
    promoted: 2,
    retained: 1,
    leaving: 0,
    unplaced: 1,
  });
  expect(last && getGroupFigures(last, summary)).toMatchObject({ promoted: 1, retained: 1 });
  expect(first && countOpen(first, summary, problems)).toEqual({ students: 1, teachers: 2 });
  expect(newcomers && countOpen(newcomers, summary, problems)).toEqual({
    students: 3,
    teachers: 0,
  });
});
