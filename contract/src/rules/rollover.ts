import type { RolloverPlan, RolloverSchool } from '../years.ts';
import { getFirstMonday, isPossibleFirstMonday } from './weeks.ts';

/** Destinations out of the school. */
export const graduates = 'graduates';
export const leaves = 'leaves';

/** The key of a new class, `graduates` or `leaves`; null if nobody has decided yet. */
export type Destination = RolloverPlan['students'][number]['to'];

type NewClass = RolloverPlan['classes'][number];

const firstGrade = 1;
const lastGrade = 5;

/**
 * Every class moves up by one grade, and as many first classes as now are added. Teachers stay with the
 * name of their class: whoever teaches 3A now teaches the next 3A.
 */
export function proposePlan(school: RolloverSchool): RolloverPlan {
  const staying = school.classes
    .filter(({ grade_id }) => grade_id === firstGrade)
    .map(({ name, grade_id }) => ({ name, grade_id, formerId: undefined }));
  const promoted = school.classes
    .filter(({ grade_id }) => grade_id < lastGrade)
    .map(({ id, name, grade_id }) => ({
      name: nameSuccessor(name, grade_id),
      grade_id: grade_id + 1,
      formerId: id,
    }));
  const teachers = new Set(school.teachers.map(({ id }) => id));
  const teacherByName = new Map(
    school.classes.map(({ name, grade_id, teacher_id }) => [toNameKey(name, grade_id), teacher_id]),
  );
  const keyByFormerId = new Map<number, string>();
  const classes = [...staying, ...promoted]
    .toSorted((a, b) => a.grade_id - b.grade_id)
    .map(({ name, grade_id, formerId }, index): NewClass => {
      const key = `n${index + 1}`;
      if (formerId !== undefined) keyByFormerId.set(formerId, key);
      const teacher = teacherByName.get(toNameKey(name, grade_id)) ?? null;
      // Each teacher is proposed once, even if two classes have the same name.
      const teacher_id = teacher !== null && teachers.delete(teacher) ? teacher : null;
      return { key, name, grade_id, teacher_id, isWithoutTeacher: false };
    });
  return {
    first_monday: getFirstMonday(school.year),
    classes,
    successors: school.classes.map(({ id }) => ({
      class_id: id,
      to: keyByFormerId.get(id) ?? graduates,
    })),
    students: [],
  };
}

/** '3A' becomes '4A'. A name that does not begin with the grade stays. */
function nameSuccessor(name: string, grade: number): string {
  return name.startsWith(String(grade)) ? `${grade + 1}${name.slice(1)}` : name;
}

function toNameKey(name: string, grade: number): string {
  return `${grade} ${name.trim().normalize('NFC').toLocaleLowerCase('vi')}`;
}

/** Where each student of the school goes, by id. A class that is not in the plan is nowhere. */
export function placeStudents(
  { students }: RolloverSchool,
  plan: RolloverPlan,
): Map<number, Destination> {
  const destinations = new Set([...plan.classes.map(({ key }) => key), graduates, leaves]);
  const successors = new Map(plan.successors.map(({ class_id, to }) => [class_id, to]));
  const decided = new Map(plan.students.map(({ student_id, to }) => [student_id, to]));
  return new Map(
    students.map(({ id, class_id }) => {
      const ofClass = class_id === null ? null : (successors.get(class_id) ?? null);
      const own = decided.get(id);
      const to = own === undefined ? ofClass : own;
      return [id, to !== null && destinations.has(to) ? to : null];
    }),
  );
}

/** What happens to some students of the current year. Each is counted once, under one heading. */
export interface MoveCounts {
  students: number;
  /** To a higher grade. */
  promoted: number;
  /** To the same grade, or a lower one. */
  retained: number;
  /** Without a class now, with one in the new year. */
  admitted: number;
  graduating: number;
  leaving: number;
  unplaced: number;
}

export interface PlanSummary {
  totals: MoveCounts & {
    /** Of the new year. */
    size: number;
    classes: number;
  };
  /** By id of the current class. */
  byClass: Map<number, MoveCounts>;
  /** By current grade. */
  byGrade: Map<number, MoveCounts>;
  /** The students without a class. */
  newcomers: MoveCounts;
  /** The number of students of each new class, by its key. */
  sizes: Map<string, number>;
  /** The same of each grade of the new year. */
  gradeSizes: Map<number, number>;
}

export function summarizePlan(school: RolloverSchool, plan: RolloverPlan): PlanSummary {
  const gradeByClass = new Map(school.classes.map(({ id, grade_id }) => [id, grade_id]));
  const gradeByKey = new Map(plan.classes.map(({ key, grade_id }) => [key, grade_id]));
  const totals = { ...noMoves(), size: 0, classes: plan.classes.length };
  const newcomers = noMoves();
  const byClass = new Map(school.classes.map(({ id }) => [id, noMoves()]));
  const byGrade = new Map(school.classes.map(({ grade_id }) => [grade_id, noMoves()]));
  const sizes = new Map(plan.classes.map(({ key }) => [key, 0]));
  const gradeSizes = new Map(plan.classes.map(({ grade_id }) => [grade_id, 0]));
  const destinations = placeStudents(school, plan);
  for (const { id, class_id } of school.students) {
    const to = destinations.get(id) ?? null;
    const grade = class_id === null ? undefined : gradeByClass.get(class_id);
    const newGrade = to === null ? undefined : gradeByKey.get(to);
    const move = nameMove(to, grade, newGrade);
    const groups =
      class_id === null || grade === undefined
        ? [newcomers]
        : [byClass.get(class_id), byGrade.get(grade)];
    for (const counts of [totals, ...groups]) {
      if (!counts) continue;
      counts.students++;
      counts[move]++;
    }
    if (to === null || newGrade === undefined) continue;
    totals.size++;
    sizes.set(to, (sizes.get(to) ?? 0) + 1);
    gradeSizes.set(newGrade, (gradeSizes.get(newGrade) ?? 0) + 1);
  }
  return { totals, byClass, byGrade, newcomers, sizes, gradeSizes };
}

function noMoves(): MoveCounts {
  return {
    students: 0,
    promoted: 0,
    retained: 0,
    admitted: 0,
    graduating: 0,
    leaving: 0,
    unplaced: 0,
  };
}

function nameMove(
  to: Destination,
  grade: number | undefined,
  newGrade: number | undefined,
): Exclude<keyof MoveCounts, 'students'> {
  if (to === graduates) return 'graduating';
  if (to === leaves) return 'leaving';
  if (newGrade === undefined) return 'unplaced';
  if (grade === undefined) return 'admitted';
  return newGrade > grade ? 'promoted' : 'retained';
}

/** What still has to be decided before the year can start. A plan without problems has only empty lists. */
export interface PlanProblems {
  /** Students who go nowhere. */
  unplaced: number[];
  /** Keys of the classes without a teacher for which nobody confirmed it. */
  withoutTeacher: string[];
  /** Teachers of more than one class. */
  sharedTeachers: number[];
  /** Keys of the classes with the same name as another class of their grade. */
  sameNames: string[];
  /** Classes below the last grade that graduate as a whole. A single student may. */
  earlyGraduations: number[];
  /** The parts of the plan that name something unknown, or the same thing twice. */
  invalid: ('first_monday' | 'classes' | 'successors' | 'students')[];
}

export function findPlanProblems(school: RolloverSchool, plan: RolloverPlan): PlanProblems {
  const gradeByClass = new Map(school.classes.map(({ id, grade_id }) => [id, grade_id]));
  const nameKeys = countBy(plan.classes, ({ name, grade_id }) => toNameKey(name, grade_id));
  const uses = countBy(plan.classes, ({ teacher_id }) => teacher_id);
  uses.delete(null);
  return {
    unplaced: [...placeStudents(school, plan)].flatMap(([id, to]) => (to === null ? id : [])),
    withoutTeacher: plan.classes
      .filter(({ teacher_id, isWithoutTeacher }) => teacher_id === null && !isWithoutTeacher)
      .map(({ key }) => key),
    sharedTeachers: [...uses].flatMap(([id, count]) => (id !== null && count > 1 ? id : [])),
    sameNames: plan.classes
      .filter(({ name, grade_id }) => (nameKeys.get(toNameKey(name, grade_id)) ?? 0) > 1)
      .map(({ key }) => key),
    earlyGraduations: plan.successors
      .filter(
        ({ class_id, to }) =>
          to === graduates && (gradeByClass.get(class_id) ?? lastGrade) < lastGrade,
      )
      .map(({ class_id }) => class_id),
    invalid: findInvalidParts(school, plan),
  };
}

export function hasPlanProblems(problems: PlanProblems): boolean {
  return Object.values(problems).some((list) => list.length > 0);
}

function findInvalidParts(school: RolloverSchool, plan: RolloverPlan): PlanProblems['invalid'] {
  const known = listKnownIds(school, plan);
  const isKnown = {
    first_monday: isPossibleFirstMonday(school.year, plan.first_monday),
    classes:
      isUnique(plan.classes, ({ key }) => key) &&
      plan.classes.every(
        ({ grade_id, teacher_id }) =>
          grade_id >= firstGrade &&
          grade_id <= lastGrade &&
          (teacher_id === null || known.teachers.has(teacher_id)),
      ),
    successors:
      isUnique(plan.successors, ({ class_id }) => class_id) &&
      plan.successors.every(
        ({ class_id, to }) => known.classes.has(class_id) && known.destinations.has(to),
      ),
    students:
      isUnique(plan.students, ({ student_id }) => student_id) &&
      plan.students.every(
        ({ student_id, to }) => known.students.has(student_id) && known.destinations.has(to),
      ),
  };
  return (Object.keys(isKnown) as (keyof typeof isKnown)[]).filter((part) => !isKnown[part]);
}

/** Classes, students and teachers may have gone since the plan was saved. */
export function dropStaleReferences(school: RolloverSchool, plan: RolloverPlan): RolloverPlan {
  const known = listKnownIds(school, plan);
  return {
    ...plan,
    classes: plan.classes.map((newClass) => ({
      ...newClass,
      teacher_id: known.teachers.has(newClass.teacher_id ?? 0) ? newClass.teacher_id : null,
    })),
    successors: plan.successors.filter(({ class_id }) => known.classes.has(class_id)),
    students: plan.students.filter(({ student_id }) => known.students.has(student_id)),
  };
}

function listKnownIds(school: RolloverSchool, plan: RolloverPlan) {
  const keys = plan.classes.map(({ key }) => key);
  return {
    classes: new Set(school.classes.map(({ id }) => id)),
    students: new Set(school.students.map(({ id }) => id)),
    teachers: new Set(school.teachers.map(({ id }) => id)),
    destinations: new Set<Destination>([...keys, graduates, leaves, null]),
  };
}

function countBy<Item, Key>(items: readonly Item[], toKey: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) {
    const key = toKey(item);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function isUnique<Item>(items: readonly Item[], toKey: (item: Item) => unknown): boolean {
  return new Set(items.map(toKey)).size === items.length;
}
