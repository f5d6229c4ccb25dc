import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { expect, test } from 'vitest';
import { listAbsencesOn, listWeekRates } from './overview-days.ts';

const sheet = (week: number, present: number, total: number, date = '2026-11-17') => ({
  week,
  date,
  present,
  total,
});
const makeClass = (id: number, weeks: ReturnType<typeof sheet>[]) => ({
  id,
  name: `${id}A`,
  grade_id: 1,
  teacher: null,
  weeks,
  remindedAt: null,
});
const makeAbsence = (class_id: number, student_id: number) => ({
  class_id,
  student_id,
  class_name: `${class_id}A`,
  full_name: 'An',
  note: '',
  isExcused: true,
  inARow: 1,
});
const overview: AttendanceOverview = {
  school_id: 1,
  school_name: 'TH Kim Đồng',
  school_year: 2026,
  first_monday: '2026-09-07',
  week: 11,
  classes: [
    makeClass(1, [sheet(2, 20, 30), sheet(10, 0, 0), sheet(11, 29, 30)]),
    makeClass(2, [sheet(1, 5, 10), sheet(2, 10, 10), sheet(11, 8, 10, '2026-11-16')]),
    makeClass(3, []),
  ],
  absences: [makeAbsence(1, 7), makeAbsence(2, 8), makeAbsence(2, 9)],
};

test('only the absences on sheets of the day are those of the day', () => {
  const studentsOn = (day: string) => {
    const { sheets, absences } = listAbsencesOn(overview, day);
    return { sheets, students: absences.map(({ student_id }) => student_id) };
  };
  expect(studentsOn('2026-11-17')).toEqual({ sheets: 1, students: [7] });
  expect(studentsOn('2026-11-16')).toEqual({ sheets: 1, students: [8, 9] });
  expect(studentsOn('2026-11-18')).toEqual({ sheets: 0, students: [] });
});

test('the rate of a week counts the students of all classes, and a week without students has none', () => {
  expect(listWeekRates(overview)).toEqual([
    { week: 1, rate: 0.5, present: 5, total: 10 },
    { week: 2, rate: 0.75, present: 30, total: 40 },
    { week: 11, rate: 0.925, present: 37, total: 40 },
  ]);
});
