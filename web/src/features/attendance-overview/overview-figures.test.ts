import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { expect, test } from 'vitest';
import {
  findLowestRate,
  getHeat,
  listAbsencesOn,
  listGradeRates,
  listMissing,
  listWeekRates,
  summarizeWeek,
} from './overview-figures.ts';

const makeClass = (id: number, grade_id: number, presentByWeek: Record<number, number>) => ({
  id,
  name: `${grade_id}A`,
  grade_id,
  teacher: null,
  remindedAt: null,
  weeks: Object.entries(presentByWeek).map(([week, present]) => ({
    week: Number(week),
    date: '2026-11-16',
    present,
    total: 20,
  })),
});
const absence = { student_id: 1, full_name: 'An', note: '', class_id: 1, class_name: '1A' };
const overview: AttendanceOverview = {
  school_id: 1,
  school_name: 'TH Kim Đồng',
  school_year: 2026,
  first_monday: '2026-09-07',
  week: 3,
  classes: [
    makeClass(1, 1, { 1: 20, 2: 10, 3: 18 }),
    makeClass(2, 1, { 1: 10, 3: 20, 4: 0 }),
    makeClass(3, 2, { 1: 20 }),
  ],
  absences: [
    { ...absence, isExcused: false, inARow: 1 },
    { ...absence, isExcused: true, inARow: 1 },
  ],
};

test('the figures of a week count its sheets only', () => {
  expect(summarizeWeek(overview)).toEqual({
    sheets: 2,
    classes: 3,
    rate: 38 / 40,
    absent: 2,
    excused: 1,
    unexcused: 1,
  });
  expect(summarizeWeek({ ...overview, week: 9, absences: [] })).toMatchObject({
    sheets: 0,
    rate: undefined,
  });
});

test('a grade has the rate of all its classes, and the change since its week before', () => {
  const [first, second] = listGradeRates(overview);
  expect(first).toEqual({
    gradeId: 1,
    points: [
      { week: 1, rate: 30 / 40 },
      { week: 2, rate: 10 / 20 },
      { week: 3, rate: 38 / 40 },
    ],
    rate: 38 / 40,
    change: 38 / 40 - 10 / 20,
  });
  expect(second).toEqual({
    gradeId: 2,
    points: [{ week: 1, rate: 1 }],
    rate: undefined,
    change: undefined,
  });
});

test('a class is missing from the Monday of a week on, and after the last week', () => {
  const listIds = (day: string, week: number) =>
    listMissing({ ...overview, week }, day).map(({ id }) => id);
  expect(listIds('2026-09-20', 3)).toEqual([]);
  expect(listIds('2026-09-21', 3)).toEqual([3]);
  expect(listIds('2026-08-20', 1)).toEqual([]);
  expect(listIds('2027-07-01', 2)).toEqual([2, 3]);
});

test('a cell is coloured by its rate', () => {
  const heats = [200, 197, 196, 191, 190, 182, 181, 0].map((present) =>
    getHeat({ present, total: 200 }),
  );
  expect(heats).toEqual(['full', 'full', 'high', 'high', 'middle', 'middle', 'low', 'low']);
  expect(getHeat({ present: 0, total: 0 })).toBeUndefined();
});

test('only the absences on sheets of a day are those of the day', () => {
  const [first, second] = overview.classes.map((schoolClass, index) => ({
    ...schoolClass,
    weeks: schoolClass.weeks.map((saved) => ({ ...saved, date: `2026-11-1${6 + index}` })),
  })) as [AttendanceOverview['classes'][0], AttendanceOverview['classes'][0]];
  const [one, other] = overview.absences as [
    (typeof overview.absences)[0],
    (typeof overview.absences)[0],
  ];
  const onDays = {
    ...overview,
    classes: [first, second],
    absences: [one, { ...other, class_id: 2, student_id: 2 }],
  };
  const studentsOn = (day: string) => {
    const { sheets, absences } = listAbsencesOn(onDays, day);
    return { sheets, students: absences.map(({ student_id }) => student_id) };
  };
  expect(studentsOn('2026-11-16')).toEqual({ sheets: 1, students: [1] });
  expect(studentsOn('2026-11-17')).toEqual({ sheets: 1, students: [2] });
  expect(studentsOn('2026-11-18')).toEqual({ sheets: 0, students: [] });
});

test('a line has room for its lowest rate', () => {
  const toPoints = (...rates: number[]) => rates.map((rate) => ({ rate }));
  expect(findLowestRate(toPoints(0.97, 0.63, 1))).toBe(0.6);
  expect(findLowestRate(toPoints(0.97, 1))).toBe(0.8);
  expect(findLowestRate([])).toBe(0.8);
});

test('the rate of a week counts the students of all classes', () => {
  expect(listWeekRates(overview)).toEqual([
    { week: 1, rate: 50 / 60, present: 50, total: 60 },
    { week: 2, rate: 10 / 20, present: 10, total: 20 },
    { week: 3, rate: 38 / 40, present: 38, total: 40 },
    { week: 4, rate: 0, present: 0, total: 20 },
  ]);
});
