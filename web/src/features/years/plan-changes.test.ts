import { leaves } from '@lop-xanh/contract/rules/rollover';
import { expect, test } from 'vitest';
import { describeChanges, listNames } from './plan-changes.ts';
import {
  addClass,
  confirmWithoutTeacher,
  deleteClass,
  moveStudents,
  type PlanEdit,
  renameClass,
  setFirstMonday,
  setSuccessor,
  setTeacher,
} from './plan-edits.ts';
import { plan, school } from './testing/example-school.ts';

const describeEdits = (...edits: PlanEdit[]) =>
  describeChanges(
    school,
    plan,
    edits.reduce((changed, edit) => edit(changed), plan),
  );

test('an unchanged plan has no changes', () => {
  expect(describeChanges(school, plan, plan)).toEqual([]);
});

test('every kind of change is named', () => {
  expect(
    describeEdits(
      setFirstMonday('2027-09-13'),
      addClass(2, '2C'),
      deleteClass('n4'),
      renameClass('n3', '2D'),
      setTeacher('n3', 92),
      confirmWithoutTeacher('n1'),
      setSuccessor(51, 'n3'),
      moveStudents(school, [7, 8], 'n1'),
      moveStudents(school, [2], leaves),
    ),
  ).toEqual([
    'Tuần 1 từ 13/09/2027',
    'Xóa lớp 2B',
    'Chủ nhiệm 1A: để trống',
    'Đổi tên lớp 2A thành 2D',
    'Chủ nhiệm 2D: Trần Văn Nam',
    'Thêm lớp 2C',
    '1B → Chưa xếp',
    '5A → 2D',
    'Bình → Rời đi',
    'Khánh, Lan → 1A',
  ]);
});

test('a student who follows the class again is named', () => {
  const moved = moveStudents(school, [2], leaves)(plan);
  expect(describeChanges(school, moved, plan)).toEqual(['Bình → 2A']);
});

test('a long list of names is cut', () => {
  expect(listNames(['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toBe('A, B, C, D, E và 2 em khác');
});
