import type { PlanProblems } from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan, RolloverSchool } from '@lop-xanh/contract/years';
import { groupBy } from '../../lib/group-by.ts';

/** One thing to decide before the year can start. */
export type PlanTask =
  /** Without an id, the students who have no class yet. */
  | { kind: 'students'; classId: number | undefined; className: string; ids: number[] }
  | { kind: 'teacher'; key: string; className: string }
  | { kind: 'sharedTeacher'; teacher: string; key: string; classNames: string[] }
  | { kind: 'sameName'; key: string; className: string }
  | { kind: 'earlyGraduation'; classId: number; className: string }
  | { kind: 'firstMonday' }
  /** The plan names somebody or something that the school no longer has. */
  | { kind: 'outdated' };

export function listTasks(
  school: RolloverSchool,
  plan: RolloverPlan,
  problems: PlanProblems,
): PlanTask[] {
  const toClassName = (id: number) => school.classes.find((own) => own.id === id)?.name ?? '';
  const findNewClass = (key: string) => plan.classes.find((newClass) => newClass.key === key);
  const isOutdated = problems.invalid.some((part) => part !== 'first_monday');
  return [
    ...(problems.invalid.includes('first_monday') ? [{ kind: 'firstMonday' } as const] : []),
    ...(isOutdated ? [{ kind: 'outdated' } as const] : []),
    ...listStudentTasks(school, problems),
    ...problems.earlyGraduations.map(
      (classId): PlanTask => ({
        kind: 'earlyGraduation',
        classId,
        className: toClassName(classId),
      }),
    ),
    ...problems.withoutTeacher.map(
      (key): PlanTask => ({ kind: 'teacher', key, className: findNewClass(key)?.name ?? '' }),
    ),
    ...problems.sharedTeachers.map((id): PlanTask => {
      const taught = plan.classes.filter(({ teacher_id }) => teacher_id === id);
      return {
        kind: 'sharedTeacher',
        teacher: school.teachers.find((teacher) => teacher.id === id)?.full_name ?? '',
        key: taught.at(-1)?.key ?? '',
        classNames: taught.map(({ name }) => name),
      };
    }),
    ...listSameNames(plan, problems),
  ];
}

/** One task per class, in the order of the classes. */
function listStudentTasks(school: RolloverSchool, { unplaced }: PlanProblems): PlanTask[] {
  const open = new Set(unplaced);
  const students = school.students.filter(({ id }) => open.has(id));
  const byClass = groupBy(students, ({ class_id }) => class_id);
  const groups = [...school.classes, { id: null, name: '' }];
  return groups.flatMap(({ id, name }): PlanTask[] => {
    const ids = (byClass.get(id) ?? []).map((student) => student.id);
    return ids.length === 0
      ? []
      : [{ kind: 'students', classId: id ?? undefined, className: name, ids }];
  });
}

/** One task per name: the last class with it is the one to rename. */
function listSameNames(plan: RolloverPlan, { sameNames }: PlanProblems): PlanTask[] {
  const keys = new Set(sameNames);
  const byName = groupBy(
    plan.classes.filter(({ key }) => keys.has(key)),
    ({ grade_id, name }) => `${grade_id} ${name.trim().toLocaleLowerCase('vi')}`,
  );
  return [...byName.values()].flatMap((same) => {
    const last = same.at(-1);
    return last ? [{ kind: 'sameName' as const, key: last.key, className: last.name }] : [];
  });
}
