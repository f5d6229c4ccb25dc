import { type Destination, summarizePlan } from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan, RolloverSchool } from '@lop-xanh/contract/years';

export type NewClass = RolloverPlan['classes'][number];

/** Returns the plan with a change, and never changes the given one. */
export type PlanEdit = (plan: RolloverPlan) => RolloverPlan;

export const firstGrade = 1;
export const lastGrade = 5;
export const allGrades = [1, 2, 3, 4, 5];
/** Those without diacritics. */
const vietnameseCapitals = 'ABCDEGHIKLMNOPQRSTUVXY';

export function setFirstMonday(day: string): PlanEdit {
  return (plan) => ({ ...plan, first_monday: day });
}

export function setSuccessor(classId: number, to: Destination): PlanEdit {
  return (plan) => ({
    ...plan,
    successors: [
      ...plan.successors.filter(({ class_id }) => class_id !== classId),
      { class_id: classId, to },
    ],
  });
}

/** A student who goes where their class goes follows it if that changes later. */
export function moveStudents(
  school: RolloverSchool,
  studentIds: Iterable<number>,
  to: Destination,
): PlanEdit {
  const moved = new Set(studentIds);
  return (plan) => {
    const successors = new Map(plan.successors.map((successor) => [successor.class_id, successor]));
    const decided = school.students
      .filter(({ id }) => moved.has(id))
      .filter(({ class_id }) => (successors.get(class_id ?? 0)?.to ?? null) !== to)
      .map(({ id }) => ({ student_id: id, to }));
    return {
      ...plan,
      students: [...plan.students.filter(({ student_id }) => !moved.has(student_id)), ...decided],
    };
  };
}

function editClass(key: string, change: Partial<NewClass>): PlanEdit {
  return (plan) => ({
    ...plan,
    classes: plan.classes.map((newClass) =>
      newClass.key === key ? { ...newClass, ...change } : newClass,
    ),
  });
}

/** A teacher has one class: assigning them to another frees the former one. */
export function setTeacher(key: string, teacherId: number): PlanEdit {
  return (plan) => ({
    ...plan,
    classes: plan.classes.map((newClass) => {
      if (newClass.key === key) {
        return { ...newClass, teacher_id: teacherId, isWithoutTeacher: false };
      }
      return newClass.teacher_id === teacherId ? { ...newClass, teacher_id: null } : newClass;
    }),
  });
}

export function confirmWithoutTeacher(key: string): PlanEdit {
  return editClass(key, { teacher_id: null, isWithoutTeacher: true });
}

export function renameClass(key: string, name: string): PlanEdit {
  return editClass(key, { name });
}

export function addClass(grade: number, name: string): PlanEdit {
  return (plan) => {
    const newClass = {
      key: findFreeKey(plan),
      name,
      grade_id: grade,
      teacher_id: null,
      isWithoutTeacher: false,
    };
    const place = plan.classes.findLastIndex(({ grade_id }) => grade_id <= grade) + 1;
    return { ...plan, classes: plan.classes.toSpliced(place, 0, newClass) };
  };
}

function findFreeKey({ classes }: RolloverPlan): string {
  const numbers = classes.map(({ key }) => Number(key.slice(1)));
  return `n${Math.max(0, ...numbers) + 1}`;
}

/** Every grade with every ending, such as 1 and 'A'; classes that exist stay as they are. */
export function addMissingClasses(grades: readonly number[], endings: readonly string[]): PlanEdit {
  return (plan) => {
    const isMissing = (grade: number, name: string) =>
      !plan.classes.some(
        (newClass) => newClass.grade_id === grade && isSameName(newClass.name, name),
      );
    return grades
      .flatMap((grade) => endings.map((ending) => ({ grade, name: `${grade}${ending}` })))
      .filter(({ grade, name }) => isMissing(grade, name))
      .reduce((changed, { grade, name }) => addClass(grade, name)(changed), plan);
  };
}

function isSameName(a: string, b: string): boolean {
  return a.localeCompare(b, 'vi', { sensitivity: 'accent' }) === 0;
}

/** Its students are then without a class. */
export function deleteClass(key: string): PlanEdit {
  const clear = <Entry extends { to: Destination }>(entry: Entry): Entry =>
    entry.to === key ? { ...entry, to: null } : entry;
  return (plan) => ({
    ...plan,
    classes: plan.classes.filter((newClass) => newClass.key !== key),
    successors: plan.successors.map(clear),
    students: plan.students.map(clear),
  });
}

/** Each student goes to the class of the first grade that is the smallest by then. */
export function distributeEvenly(school: RolloverSchool, studentIds: readonly number[]): PlanEdit {
  return (plan) => {
    const { sizes } = summarizePlan(school, plan);
    const classes = plan.classes
      .filter(({ grade_id }) => grade_id === firstGrade)
      .map(({ key }) => ({ key, size: sizes.get(key) ?? 0, added: [] as number[] }));
    for (const id of studentIds) {
      const smallest = classes.toSorted((a, b) => a.size - b.size)[0];
      smallest?.added.push(id);
      if (smallest) smallest.size += 1;
    }
    return classes.reduce(
      (changed, { key, added }) => moveStudents(school, added, key)(changed),
      plan,
    );
  };
}

/** The name for another class of a grade: the first letter that is free. */
export function suggestName({ classes }: RolloverPlan, grade: number): string {
  const isFree = (name: string) => !classes.some((newClass) => isSameName(newClass.name, name));
  const names = [...vietnameseCapitals].map((letter) => `${grade}${letter}`);
  return names.find(isFree) ?? `${grade}A${classes.length + 1}`;
}
