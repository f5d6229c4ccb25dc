import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RolloverPlan, RolloverSchool } from '../years.ts';
import {
  dropStaleReferences,
  findPlanProblems,
  graduates,
  hasPlanProblems,
  leaves,
  placeStudents,
  proposePlan,
  summarizePlan,
} from './rollover.ts';

const student = (id: number, class_id: number | null) => ({
  id,
  full_name: `Nguyễn An ${id}`,
  identifier_code: String(id),
  class_id,
});

/** Two classes of grades 1 and 3, one of grade 5; 3B has no teacher, and one student no class. */
const school: RolloverSchool = {
  school_id: 1,
  school_name: 'TH Kim Đồng',
  year: 2027,
  classes: [
    { id: 11, name: '1A', grade_id: 1, teacher_id: 101 },
    { id: 12, name: '1B', grade_id: 1, teacher_id: 102 },
    { id: 31, name: '3A', grade_id: 3, teacher_id: 103 },
    { id: 32, name: '3B', grade_id: 3, teacher_id: null },
    { id: 41, name: '4A', grade_id: 4, teacher_id: 104 },
    { id: 51, name: '5A', grade_id: 5, teacher_id: 105 },
  ],
  students: [
    student(1, 11),
    student(2, 12),
    student(3, 31),
    student(4, 31),
    student(5, 32),
    student(6, 41),
    student(7, 51),
    student(8, null),
  ],
  teachers: [101, 102, 103, 104, 105].map((id) => ({
    id,
    full_name: `Trần Hoa ${id}`,
    username: `gv.${id}`,
  })),
};
const proposal = proposePlan(school);
const keyOf = (grade: number, name: string, plan = proposal) =>
  plan.classes.find((newClass) => newClass.grade_id === grade && newClass.name === name)?.key ?? '';

/** The proposal with every decision that it leaves open. */
const ready: RolloverPlan = {
  ...proposal,
  classes: proposal.classes.map((newClass) => ({
    ...newClass,
    isWithoutTeacher: newClass.teacher_id === null,
  })),
  students: [{ student_id: 8, to: keyOf(1, '1A') }],
};

const edit = (
  plan: RolloverPlan,
  key: string,
  fields: Partial<RolloverPlan['classes'][number]>,
) => ({
  ...plan,
  classes: plan.classes.map((newClass) =>
    newClass.key === key ? { ...newClass, ...fields } : newClass,
  ),
});

describe('the proposal', () => {
  test('moves every class up, graduates grade 5 and adds first classes', () => {
    const names = proposal.classes.map(({ name, grade_id }) => [grade_id, name]);
    expect(names).toEqual([
      [1, '1A'],
      [1, '1B'],
      [2, '2A'],
      [2, '2B'],
      [4, '4A'],
      [4, '4B'],
      [5, '5A'],
    ]);
    expect(proposal.successors).toEqual([
      { class_id: 11, to: keyOf(2, '2A') },
      { class_id: 12, to: keyOf(2, '2B') },
      { class_id: 31, to: keyOf(4, '4A') },
      { class_id: 32, to: keyOf(4, '4B') },
      { class_id: 41, to: keyOf(5, '5A') },
      { class_id: 51, to: graduates },
    ]);
    expect(new Set(proposal.classes.map(({ key }) => key)).size).toBe(7);
  });

  test('keeps each teacher with the name of the class', () => {
    const teachers = proposal.classes.map(({ name, teacher_id }) => [name, teacher_id]);
    expect(teachers).toEqual([
      ['1A', 101],
      ['1B', 102],
      ['2A', null],
      ['2B', null],
      ['4A', 104],
      ['4B', null],
      ['5A', 105],
    ]);
  });

  test('starts on the first Monday of September', () => {
    expect(proposal.first_monday).toBe('2027-09-06');
  });

  test('keeps a name that does not begin with the grade', () => {
    const classes = [
      { id: 1, name: 'Hoa Mai', grade_id: 2, teacher_id: 101 },
      { id: 2, name: 'Hoa Mai', grade_id: 3, teacher_id: 102 },
      { id: 3, name: '3/2', grade_id: 3, teacher_id: null },
    ];
    const plan = proposePlan({ ...school, classes });
    const names = plan.classes.map(({ name, grade_id }) => [grade_id, name]);
    expect(names).toEqual([
      [3, 'Hoa Mai'],
      [4, 'Hoa Mai'],
      [4, '4/2'],
    ]);
    expect(plan.classes[0]?.teacher_id).toBe(102);
  });

  test('names each teacher once, and only teachers of the school', () => {
    const classes = [
      { id: 1, name: '1A', grade_id: 1, teacher_id: 101 },
      { id: 2, name: '1A', grade_id: 1, teacher_id: 101 },
      { id: 3, name: '2A', grade_id: 2, teacher_id: 999 },
    ];
    const { classes: planned } = proposePlan({ ...school, classes });
    expect(planned.map(({ teacher_id }) => teacher_id)).toEqual([101, null, null, null, null]);
  });

  test('leaves open only teachers and new students', () => {
    expect(findPlanProblems(school, proposal)).toEqual({
      unplaced: [8],
      withoutTeacher: [keyOf(2, '2A'), keyOf(2, '2B'), keyOf(4, '4B')],
      sharedTeachers: [],
      sameNames: [],
      earlyGraduations: [],
      invalid: [],
    });
  });
});

describe('a student', () => {
  test('goes where the class goes, unless decided otherwise', () => {
    const students = [
      { student_id: 3, to: keyOf(1, '1B') },
      { student_id: 4, to: leaves },
      { student_id: 5, to: null },
    ];
    const places = placeStudents(school, { ...proposal, students });
    expect(Object.fromEntries(places)).toEqual({
      1: keyOf(2, '2A'),
      2: keyOf(2, '2B'),
      3: keyOf(1, '1B'),
      4: leaves,
      5: null,
      6: keyOf(5, '5A'),
      7: graduates,
      8: null,
    });
  });

  test('goes nowhere if the plan does not have the class', () => {
    const students = [{ student_id: 3, to: 'n99' }];
    const successors = [{ class_id: 11, to: 'n98' }];
    const places = placeStudents(school, { ...proposal, students, successors });
    expect([places.get(1), places.get(2), places.get(3)]).toEqual([null, null, null]);
  });
});

describe('the summary', () => {
  const students = [
    { student_id: 2, to: keyOf(1, '1B') },
    { student_id: 4, to: leaves },
    { student_id: 5, to: keyOf(2, '2A') },
    { student_id: 6, to: null },
    { student_id: 8, to: keyOf(1, '1A') },
  ];
  const summary = summarizePlan(school, { ...proposal, students });
  const none = {
    promoted: 0,
    retained: 0,
    admitted: 0,
    graduating: 0,
    leaving: 0,
    unplaced: 0,
  };

  test('counts each student once', () => {
    expect(summary.totals).toEqual({
      students: 8,
      promoted: 2,
      retained: 2,
      admitted: 1,
      graduating: 1,
      leaving: 1,
      unplaced: 1,
      size: 5,
      classes: 7,
    });
    expect(summary.newcomers).toEqual({ ...none, students: 1, admitted: 1 });
  });

  test('counts by current class and grade', () => {
    expect(summary.byClass.get(31)).toEqual({ ...none, students: 2, promoted: 1, leaving: 1 });
    expect(summary.byClass.get(32)).toEqual({ ...none, students: 1, retained: 1 });
    expect(summary.byGrade.get(3)).toEqual({
      ...none,
      students: 3,
      promoted: 1,
      leaving: 1,
      retained: 1,
    });
    expect(summary.byGrade.get(5)).toEqual({ ...none, students: 1, graduating: 1 });
  });

  test('has the sizes of the new classes and grades', () => {
    const sizes = proposal.classes.map(({ key, name }) => [name, summary.sizes.get(key)]);
    expect(Object.fromEntries(sizes)).toEqual({
      '1A': 1,
      '1B': 1,
      '2A': 2,
      '2B': 0,
      '4A': 1,
      '4B': 0,
      '5A': 0,
    });
    expect(Object.fromEntries(summary.gradeSizes)).toEqual({ 1: 2, 2: 2, 4: 1, 5: 0 });
  });

  test('adds up for any decisions', () => {
    const keys = proposal.classes.map(({ key }) => key);
    const to = fc.option(fc.constantFrom(...keys, graduates, leaves, 'n99'));
    const decisions = fc.uniqueArray(
      fc.record({ student_id: fc.integer({ min: 1, max: 8 }), to }),
      { selector: ({ student_id }) => student_id },
    );
    fc.assert(
      fc.property(decisions, (decided) => {
        const plan = { ...proposal, students: decided };
        const { totals, byClass, byGrade, newcomers, sizes } = summarizePlan(school, plan);
        const sum = (counts: Iterable<{ students: number }>) =>
          [...counts].reduce((total, { students: count }) => total + count, 0);
        expect(totals.students).toBe(8);
        expect(sum(byClass.values()) + newcomers.students).toBe(8);
        expect(sum(byGrade.values()) + newcomers.students).toBe(8);
        const { promoted, retained, admitted, graduating, leaving, unplaced, size } = totals;
        expect(promoted + retained + admitted).toBe(size);
        expect(size + graduating + leaving + unplaced).toBe(8);
        expect([...sizes.values()].reduce((a, b) => a + b, 0)).toBe(size);
        expect(findPlanProblems(school, plan).unplaced).toHaveLength(unplaced);
      }),
      { seed: 20_261_115 },
    );
  });
});

describe('a plan', () => {
  test('is ready once every student has a place and every class a teacher', () => {
    expect(hasPlanProblems(findPlanProblems(school, proposal))).toBe(true);
    const problems = findPlanProblems(school, ready);
    expect(problems.unplaced).toEqual([]);
    expect(hasPlanProblems(problems)).toBe(false);
  });

  test('gives a teacher one class', () => {
    const plan = edit(ready, keyOf(2, '2A'), { teacher_id: 101 });
    expect(findPlanProblems(school, plan).sharedTeachers).toEqual([101]);
  });

  test('gives the classes of a grade different names, ignoring case', () => {
    const plan = edit(ready, keyOf(2, '2B'), { name: '2a' });
    const keys = [keyOf(2, '2A'), keyOf(2, '2B')];
    expect(findPlanProblems(school, plan).sameNames).toEqual(keys);
  });

  test('graduates a class below grade 5 only student by student', () => {
    const successors = ready.successors.map((successor) =>
      successor.class_id === 41 ? { class_id: 41, to: graduates } : successor,
    );
    expect(findPlanProblems(school, { ...ready, successors }).earlyGraduations).toEqual([41]);
    const students = [...ready.students, { student_id: 6, to: graduates }];
    expect(hasPlanProblems(findPlanProblems(school, { ...ready, students }))).toBe(false);
  });

  test.each<[keyof RolloverPlan, RolloverPlan]>([
    ['first_monday', { ...ready, first_monday: '2027-09-07' }],
    ['first_monday', { ...ready, first_monday: '2026-09-07' }],
    ['classes', edit(ready, keyOf(1, '1A'), { teacher_id: 999 })],
    ['classes', edit(ready, keyOf(1, '1A'), { grade_id: 6 })],
    ['classes', edit(ready, keyOf(1, '1A'), { key: keyOf(1, '1B') })],
    ['successors', { ...ready, successors: [...ready.successors, { class_id: 99, to: leaves }] }],
    ['successors', { ...ready, successors: [...ready.successors, { class_id: 11, to: leaves }] }],
    ['successors', { ...ready, successors: [{ class_id: 11, to: 'n99' }] }],
    ['students', { ...ready, students: [...ready.students, { student_id: 99, to: leaves }] }],
    ['students', { ...ready, students: [...ready.students, { student_id: 8, to: leaves }] }],
    ['students', { ...ready, students: [{ student_id: 8, to: 'n99' }] }],
  ])('with something unknown or doubled in %s is invalid', (part, plan) => {
    expect(findPlanProblems(school, plan).invalid).toContain(part);
  });

  test('forgets classes, students and teachers that no longer exist', () => {
    const students = [...ready.students, { student_id: 99, to: leaves }];
    const successors = [...ready.successors, { class_id: 99, to: leaves }];
    const stale = edit({ ...ready, students, successors }, keyOf(1, '1A'), { teacher_id: 999 });
    const expected = edit(ready, keyOf(1, '1A'), { teacher_id: null });
    expect(dropStaleReferences(school, stale)).toEqual(expected);
    expect(dropStaleReferences(school, ready)).toEqual(ready);
  });
});
