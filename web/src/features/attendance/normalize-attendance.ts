import type { AttendanceGrid, attendance, Correction } from '@lop-xanh/contract/attendance';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';

type Weeks = ResponseOf<typeof attendance.weeks>;
type Week = Weeks['weeks'][number];
type StudentYear = ResponseOf<typeof attendance.forStudent>;

/** Data that a device has kept since before attendance could be corrected or excused. */
type Kept<Item, Field extends keyof Item> = Omit<Item, Field> & Partial<Pick<Item, Field>>;
interface KeptExcuses {
  isExcused?: boolean | null;
  corrections?: Kept<Correction, 'isExcused'>[];
}
type KeptRecord<Item extends Required<KeptExcuses>> = Omit<Item, keyof KeptExcuses> & KeptExcuses;
type KeptWeek = Omit<Week, 'records' | 'can'> & {
  records: KeptRecord<Week['records'][number]>[];
  can?: Week['can'];
};
export type KeptWeeks = Omit<Weeks, 'weeks'> & { weeks: KeptWeek[] };
export type KeptStudentYear = Omit<StudentYear, 'attendance'> & {
  attendance: KeptRecord<StudentYear['attendance'][number]>[];
};
export type KeptGrid = Omit<AttendanceGrid, 'students'> & {
  students: Kept<AttendanceGrid['students'][number], 'corrected' | 'excused' | 'unknown'>[];
};

const normalizeRecord = <Item extends KeptExcuses>(item: Item) => ({
  ...item,
  isExcused: item.isExcused ?? null,
  corrections: (item.corrections ?? []).map((correction) => ({
    ...correction,
    isExcused: correction.isExcused ?? null,
  })),
});

export function normalizeWeeks(kept: KeptWeeks): Weeks {
  return {
    ...kept,
    weeks: kept.weeks.map(({ can = { correct: false }, ...week }) => ({
      ...week,
      can,
      records: week.records.map(normalizeRecord),
    })),
  };
}

export function normalizeStudentYear(kept: KeptStudentYear): StudentYear {
  return { ...kept, attendance: kept.attendance.map(normalizeRecord) };
}

export function normalizeGrid(kept: KeptGrid): AttendanceGrid {
  return {
    ...kept,
    students: kept.students.map((student) => ({
      ...student,
      excused: student.excused ?? [],
      unknown: student.unknown ?? [],
      corrected: student.corrected ?? [],
    })),
  };
}
