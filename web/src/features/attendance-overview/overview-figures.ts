import type {
  Absence,
  AttendanceOverview,
  ClassOverview,
} from '@lop-xanh/contract/attendance-overview';
import { getCalendarWeek } from '@lop-xanh/contract/rules/weeks';

/** A week of a class. */
export interface Cell {
  schoolClass: ClassOverview;
  week: number;
}

interface Count {
  present: number;
  total: number;
}

/** Undefined without any record. */
export function toRate({ present, total }: Count): number | undefined {
  return total === 0 ? undefined : present / total;
}

export function sumCounts(counts: readonly Count[]): Count {
  return counts.reduce<Count>(
    (sum, { present, total }) => ({ present: sum.present + present, total: sum.total + total }),
    { present: 0, total: 0 },
  );
}

/** From this rate on, a cell of the heat map has this colour. */
export const heatLevels = [
  { heat: 'full', from: 0.985 },
  { heat: 'high', from: 0.955 },
  { heat: 'middle', from: 0.91 },
  { heat: 'low', from: 0 },
] as const;
export type Heat = (typeof heatLevels)[number]['heat'];

export function getHeat(count: Count): Heat | undefined {
  const rate = toRate(count);
  return rate === undefined ? undefined : heatLevels.find(({ from }) => rate >= from)?.heat;
}

export function findWeek({ weeks }: ClassOverview, week: number) {
  return weeks.find((saved) => saved.week === week);
}

/** The classes that should have a sheet of the chosen week, but have none. No week before it starts. */
export function listMissing(overview: AttendanceOverview, today: string): ClassOverview[] {
  const { week, first_monday, classes } = overview;
  const calendarWeek = getCalendarWeek(today, first_monday);
  const hasStarted = calendarWeek === undefined ? today > first_monday : week <= calendarWeek;
  return hasStarted ? classes.filter((schoolClass) => !findWeek(schoolClass, week)) : [];
}

/** The figures of the chosen week. */
export function summarizeWeek({ classes, week, absences }: AttendanceOverview) {
  const sheets = classes.flatMap((schoolClass) => findWeek(schoolClass, week) ?? []);
  const count = (excuse: boolean) =>
    absences.filter(({ isExcused }) => isExcused === excuse).length;
  return {
    sheets: sheets.length,
    classes: classes.length,
    rate: toRate(sumCounts(sheets)),
    absent: absences.length,
    excused: count(true),
    unexcused: count(false),
  };
}

export interface GradeRates {
  gradeId: number;
  /** The weeks up to the chosen one with a sheet, in order. */
  points: { week: number; rate: number }[];
  rate: number | undefined;
  /** Since the week with a sheet before. */
  change: number | undefined;
}

export function listGradeRates({ classes, week: chosenWeek }: AttendanceOverview): GradeRates[] {
  const gradeIds = [...new Set(classes.map(({ grade_id }) => grade_id))];
  return gradeIds.map((gradeId) => {
    const weeks = classes
      .filter(({ grade_id }) => grade_id === gradeId)
      .flatMap((schoolClass) => schoolClass.weeks)
      .filter(({ week }) => week <= chosenWeek);
    const numbers = [...new Set(weeks.map(({ week }) => week))].toSorted((a, b) => a - b);
    const points = numbers.map((week) => ({
      week,
      rate: toRate(sumCounts(weeks.filter((saved) => saved.week === week))) ?? 0,
    }));
    const [previous, latest] = points.slice(-2);
    const last = latest ?? previous;
    const hasChosen = last?.week === chosenWeek;
    return {
      gradeId,
      points,
      rate: hasChosen ? last.rate : undefined,
      change: hasChosen && latest && previous ? latest.rate - previous.rate : undefined,
    };
  });
}

/** Where the scale of lines with these rates begins: low enough for all, and never so high that noise looks large. */
export function findLowestRate(points: readonly { rate: number }[]): number {
  return Math.min(0.8, ...points.map(({ rate }) => Math.floor(rate * 10) / 10));
}

/** Absent at least this many weeks in a row. */
export const repeatedFrom = 2;

/** The absences on the sheets of the chosen week that were taken on a day, and the number of these sheets. */
export function listAbsencesOn(
  { classes, week, absences }: AttendanceOverview,
  day: string,
): { sheets: number; absences: Absence[] } {
  const taken = classes.filter((schoolClass) => findWeek(schoolClass, week)?.date === day);
  const ids = new Set(taken.map(({ id }) => id));
  return { sheets: taken.length, absences: absences.filter(({ class_id }) => ids.has(class_id)) };
}

interface WeekRate extends Count {
  week: number;
  rate: number;
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
