import { findPlanProblems, graduates } from '@lop-xanh/contract/rules/rollover';
import { expect, test } from 'vitest';
import {
  addClass,
  distributeEvenly,
  moveStudents,
  renameClass,
  setSuccessor,
} from './plan-edits.ts';
import { listTasks } from './plan-tasks.ts';
import { plan, school } from './testing/example-school.ts';

const list = (changed: typeof plan) =>
  listTasks(school, changed, findPlanProblems(school, changed));

test('unplaced students are one task per class, new ones one of their own', () => {
  const moved = moveStudents(school, [3, 4, 6], null)(plan);
  expect(list(moved).filter(({ kind }) => kind === 'students')).toEqual([
    { kind: 'students', classId: 12, className: '1B', ids: [3, 4] },
    { kind: 'students', classId: 51, className: '5A', ids: [6] },
    { kind: 'students', classId: undefined, className: '', ids: [7, 8, 9] },
  ]);
});

test('each class without a teacher is a task', () => {
  const placed = distributeEvenly(school, [7, 8, 9])(plan);
  expect(list(placed)).toEqual([
    { kind: 'teacher', key: 'n3', className: '2A' },
    { kind: 'teacher', key: 'n4', className: '2B' },
  ]);
});

test('a name that two classes of a grade share is one task', () => {
  const renamed = renameClass('n2', '1a')(addClass(1, '1C')(plan));
  expect(list(renamed).filter(({ kind }) => kind === 'sameName')).toEqual([
    { kind: 'sameName', key: 'n2', className: '1a' },
  ]);
});

test('a lower class that graduates, a wrong first day and people who are gone are tasks', () => {
  const early = setSuccessor(11, graduates)(plan);
  const wrong = {
    ...early,
    first_monday: '2027-09-07',
    students: [{ student_id: 999, to: 'n1' as const }],
  };
  expect(list(wrong).map(({ kind }) => kind)).toEqual([
    'firstMonday',
    'outdated',
    'students',
    'earlyGraduation',
    'teacher',
    'teacher',
  ]);
});

test('a teacher of two classes is a task that leads to the second one', () => {
  const classes = plan.classes.map((newClass) => ({ ...newClass, teacher_id: 91 }));
  expect(list({ ...plan, classes }).find(({ kind }) => kind === 'sharedTeacher')).toEqual({
    kind: 'sharedTeacher',
    teacher: 'Nguyễn Thị Hoa',
    key: 'n4',
    classNames: ['1A', '1B', '2A', '2B'],
  });
});
