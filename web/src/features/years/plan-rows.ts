import type { MoveCounts, PlanProblems, PlanSummary } from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan, RolloverSchool } from '@lop-xanh/contract/years';
import { allGrades, firstGrade, type NewClass } from './plan-edits.ts';

type OldClass = RolloverSchool['classes'][number];

/** A class of the current year with the one that its students go to, or a new class that starts empty. */
export interface ClassRow {
  oldClass: OldClass | undefined;
  newClass: NewClass | undefined;
  /** Set if a row above has the same new class, with its teacher. */
  isRepeated: boolean;
}

/** The classes of one grade and their successors. Grade 0 stands for the students without a class. */
export interface GradeGroup {
  grade: number;
  rows: ClassRow[];
}

/** Every old and every new class has a place, grade by grade; new students come last. */
export function listGroups(school: RolloverSchool, plan: RolloverPlan): GradeGroup[] {
  const newClasses = new Map(plan.classes.map((newClass) => [newClass.key, newClass]));
  const successors = new Map(plan.successors.map(({ class_id, to }) => [class_id, to]));
  const placed = new Set<NewClass>();
  const pairs = school.classes.map((oldClass): ClassRow => {
    const newClass = newClasses.get(successors.get(oldClass.id) ?? '');
    const isRepeated = newClass !== undefined && placed.has(newClass);
    if (newClass) placed.add(newClass);
    return { oldClass, newClass, isRepeated };
  });
  const added = plan.classes
    .filter((newClass) => !placed.has(newClass))
    .map((newClass): ClassRow => ({ oldClass: undefined, newClass, isRepeated: false }));
  const toGroup = (grade: number): GradeGroup => ({
    grade,
    rows: [
      ...pairs.filter(({ oldClass }) => oldClass?.grade_id === grade),
      ...added.filter(({ newClass }) => newClass?.grade_id === grade + 1),
    ],
  });
  const grades = allGrades.map(toGroup).filter(({ rows }) => rows.length > 0);
  const newcomers = toGroup(firstGrade - 1);
  const hasNewcomers =
    newcomers.rows.length > 0 || school.students.some(({ class_id }) => class_id === null);
  return hasNewcomers ? [...grades, newcomers] : grades;
}

/** The figures of a row or a group. */
export interface Figures {
  students: number;
  /** To the next grade, out of the last one, or into the first class. */
  promoted: number;
  retained: number;
  leaving: number;
  unplaced: number;
}

const noFigures = { students: 0, promoted: 0, retained: 0, leaving: 0, unplaced: 0 };

export function toFigures(counts: MoveCounts | undefined): Figures {
  if (!counts) return noFigures;
  const { students, promoted, graduating, admitted, retained, leaving, unplaced } = counts;
  return { students, promoted: promoted + graduating + admitted, retained, leaving, unplaced };
}

export function getGroupFigures({ grade }: GradeGroup, summary: PlanSummary): Figures {
  return toFigures(grade < firstGrade ? summary.newcomers : summary.byGrade.get(grade));
}

/** What is still open in a group. */
export function countOpen(group: GradeGroup, summary: PlanSummary, problems: PlanProblems) {
  const withoutTeacher = new Set(problems.withoutTeacher);
  return {
    students: getGroupFigures(group, summary).unplaced,
    teachers: group.rows.filter(
      ({ newClass, isRepeated }) => newClass && !isRepeated && withoutTeacher.has(newClass.key),
    ).length,
  };
}
