import { expect, test } from 'vitest';
import { normalizeGrid, normalizeStudentYear, normalizeWeeks } from './normalize-attendance.ts';

test('weeks, years and grids kept on a device since before corrections and excuses have none', () => {
  const record = { student_id: 1, full_name: 'An', status: 'present', note: '' } as const;
  const week = { week: 1, date: '2026-09-07', taken_by: 'Hoa', takenAt: '', records: [record] };
  const weeks = { weeks: [week], school_id: 1, school_year: 2026, can: { take: true } };
  expect(normalizeWeeks(weeks).weeks).toEqual([
    {
      ...week,
      can: { correct: false },
      records: [{ ...record, isExcused: null, corrections: [] }],
    },
  ]);
  const ownWeek = { ...record, week: 1, date: '2026-09-07', class_id: 1, class_name: '3A' };
  expect(normalizeStudentYear({ attendance: [ownWeek], school_year: 2026 }).attendance).toEqual([
    { ...ownWeek, isExcused: null, corrections: [] },
  ]);
  const student = { id: 1, full_name: 'An', marks: 'P', present: 1, total: 1 };
  const grid = {
    class_id: 1,
    class_name: '3A',
    school_name: 'TH',
    teacher_full_name: null,
    school_year: 2026,
    weeks: [],
    students: [student],
  };
  expect(normalizeGrid(grid).students).toEqual([
    { ...student, excused: [], unknown: [], corrected: [] },
  ]);
});

test('corrections and excuses that the server sent stay', () => {
  const absence = { status: 'absent', note: '', isExcused: true } as const;
  const correction = { ...absence, reason: 'Nhầm', by: 'Hoa', at: '' };
  const record = { student_id: 1, full_name: 'An', ...absence };
  const week = {
    week: 1,
    date: '2026-09-07',
    taken_by: 'Hoa',
    takenAt: '',
    records: [{ ...record, corrections: [correction] }],
    can: { correct: true },
  };
  const weeks = { weeks: [week], school_id: 1, school_year: 2026, can: { take: true } };
  expect(normalizeWeeks(weeks)).toEqual(weeks);
});
