import type { AttendanceGrid, attendance } from '@lop-xanh/contract/attendance';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';

type Weeks = ResponseOf<typeof attendance.weeks>;
type Week = Weeks['weeks'][number];
type StudentYear = ResponseOf<typeof attendance.forStudent>;

/** Data that a device has kept since before attendance could be corrected. */
type Kept<Item, Field extends keyof Item> = Omit<Item, Field> & Partial<Pick<Item, Field>>;
type KeptWeek = Omit<Week, 'records' | 'can'> & {
  records: Kept<Week['records'][number], 'corrections'>[];
  can?: Week['can'];
};
export type KeptWeeks = Omit<Weeks, 'weeks'> & { weeks: KeptWeek[] };
export type KeptStudentYear = Omit<StudentYear, 'attendance'> & {
  attendance: Kept<StudentYear['attendance'][number], 'corrections'>[];
};
export type KeptGrid = Omit<AttendanceGrid, 'students'> & {
  students: Kept<AttendanceGrid['students'][number], 'corrected'>[];
};

const withCorrections = <Item extends { corrections?: Week['records'][number]['corrections'] }>(
  item: Item,
) => ({ ...item, corrections: item.corrections ?? [] });

export function normalizeWeeks(kept: KeptWeeks): Weeks {
  return {
    ...kept,
    weeks: kept.weeks.map(({ can = { correct: false }, ...week }) => ({
      ...week,
      can,
      records: week.records.map(withCorrections),
    })),
  };
}

export function normalizeStudentYear(kept: KeptStudentYear): StudentYear {
  return { ...kept, attendance: kept.attendance.map(withCorrections) };
}

export function normalizeGrid(kept: KeptGrid): AttendanceGrid {
  return {
    ...kept,
    students: kept.students.map((student) => ({ ...student, corrected: student.corrected ?? [] })),
  };
}
