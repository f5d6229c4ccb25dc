import type { Absence, AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { findWeek, sumCounts, toRate } from '../attendance-overview/public.ts';

/** The absences on the sheets of the chosen week that were taken on a day, and the number of these sheets. */
export function listAbsencesOn(
  { classes, week, absences }: AttendanceOverview,
  day: string,
): { sheets: number; absences: Absence[] } {
  const taken = classes.filter((schoolClass) => findWeek(schoolClass, week)?.date === day);
  const ids = new Set(taken.map(({ id }) => id));
  return { sheets: taken.length, absences: absences.filter(({ class_id }) => ids.has(class_id)) };
}

export interface WeekRate {
  week: number;
  rate: number;
  present: number;
  total: number;
}

/** The rate of the whole school in each week with a sheet, in order. */
export function listWeekRates({ classes }: AttendanceOverview): WeekRate[] {
  const saved = classes.flatMap(({ weeks }) => weeks);
  const numbers = [...new Set(saved.map(({ week }) => week))].toSorted((a, b) => a - b);
  return numbers.flatMap((week) => {
    const count = sumCounts(saved.filter((each) => each.week === week));
    const rate = toRate(count);
    return rate === undefined ? [] : [{ week, rate, ...count }];
  });
}
