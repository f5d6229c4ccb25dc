import { graduates, leaves, placeStudents, summarizePlan } from '@lop-xanh/contract/rules/rollover';
import { describe, expect, test } from 'vitest';
import {
  addClass,
  addMissingClasses,
  confirmWithoutTeacher,
  deleteClass,
  distributeEvenly,
  moveStudents,
  setSuccessor,
  setTeacher,
  suggestName,
} from './plan-edits.ts';
import { plan, school } from './testing/example-school.ts';

const names = (changed: typeof plan) => changed.classes.map(({ name }) => name);

describe('a student', () => {
  test('who goes where the class goes is not listed', () => {
    const moved = moveStudents(school, [1, 2], leaves)(plan);
    expect(moved.students).toEqual([
      { student_id: 1, to: leaves },
      { student_id: 2, to: leaves },
    ]);
    expect(moveStudents(school, [1, 2], 'n3')(moved).students).toEqual([]);
  });

  test('who follows the class still does so when it goes elsewhere', () => {
    const moved = moveStudents(school, [1], 'n4')(plan);
    const places = placeStudents(school, setSuccessor(11, 'n1')(moved));
    expect([places.get(1), places.get(2)]).toEqual(['n4', 'n1']);
  });

  test('can be taken out of every class', () => {
    const places = placeStudents(school, moveStudents(school, [5], null)(plan));
    expect([places.get(5), places.get(6)]).toEqual([null, graduates]);
  });
});

test('a teacher who gets another class leaves the former one', () => {
  const [first, second] = setTeacher('n2', 91)(plan).classes;
  expect([first?.teacher_id, second?.teacher_id]).toEqual([null, 91]);
});

test('a confirmed class without a teacher is no longer confirmed once it has one', () => {
  const empty = confirmWithoutTeacher('n1')(plan);
  expect(empty.classes[0]).toMatchObject({ teacher_id: null, isWithoutTeacher: true });
  expect(setTeacher('n1', 91)(empty).classes[0]).toMatchObject({ isWithoutTeacher: false });
});

test('a new class stands after the others of its grade and has a key of its own', () => {
  const changed = addClass(1, '1C')(plan);
  expect(names(changed)).toEqual(['1A', '1B', '1C', '2A', '2B']);
  expect(new Set(changed.classes.map(({ key }) => key)).size).toBe(5);
});

test('only the missing classes are added', () => {
  const changed = addMissingClasses([1, 5], ['a', 'C'])(plan);
  expect(names(changed)).toEqual(['1A', '1B', '1C', '2A', '2B', '5a', '5C']);
});

test('the students of a deleted class are without one', () => {
  const moved = moveStudents(school, [3, 7], 'n3')(plan);
  const places = placeStudents(school, deleteClass('n3')(moved));
  expect([1, 2, 3, 7].map((id) => places.get(id))).toEqual([null, null, null, null]);
  expect(places.get(4)).toBe('n4');
});

test('new students go to the smallest classes first', () => {
  const retained = moveStudents(school, [1, 2], 'n1')(plan);
  const { sizes } = summarizePlan(school, distributeEvenly(school, [7, 8, 9])(retained));
  expect([sizes.get('n1'), sizes.get('n2')]).toEqual([3, 2]);
});

test('the first free letter is suggested, without those that Vietnamese does not have', () => {
  expect(suggestName(plan, 1)).toBe('1C');
  const filled = addMissingClasses([1], ['C', 'D', 'E'])(plan);
  expect(suggestName(filled, 1)).toBe('1G');
});
