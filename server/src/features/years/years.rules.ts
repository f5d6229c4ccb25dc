import type { FieldIssue } from '@lop-xanh/contract/errors';
import { describeProblem } from '@lop-xanh/contract/field-errors';
import type { PlanProblems } from '@lop-xanh/contract/rules/rollover';
import type { SchoolYear } from '@lop-xanh/contract/years';
import type { Actor } from '../../http/authentication.ts';

export function getYearAbilities(
  { role }: Actor,
  { has_attendance, is_undoable }: { has_attendance: boolean; is_undoable: boolean },
): SchoolYear['can'] {
  const isManager = role === 'Mod' || role === 'Admin';
  return { setFirstMonday: isManager && !has_attendance, undo: isManager && is_undoable };
}

/** One issue for each kind of problem. */
export function describePlanProblems(problems: PlanProblems): FieldIssue[] {
  const { unplaced, withoutTeacher, sharedTeachers, sameNames, earlyGraduations, invalid } =
    problems;
  const counted = [
    { path: 'plan.students', reason: 'students_unplaced', count: unplaced.length },
    { path: 'plan.classes', reason: 'classes_without_teacher', count: withoutTeacher.length },
    { path: 'plan.classes', reason: 'teachers_of_two_classes', count: sharedTeachers.length },
    { path: 'plan.classes', reason: 'classes_with_same_name', count: sameNames.length },
    {
      path: 'plan.successors',
      reason: 'classes_graduating_early',
      count: earlyGraduations.length,
    },
  ] as const;
  return [
    ...counted.flatMap(({ path, reason, count }) =>
      count > 0 ? [{ path, ...describeProblem(reason, { count }) }] : [],
    ),
    ...invalid.map((part) => ({
      path: `plan.${part}`,
      ...describeProblem(part === 'first_monday' ? 'invalid_first_monday' : 'outdated_plan'),
    })),
  ];
}
