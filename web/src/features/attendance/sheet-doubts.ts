import { t } from '@lingui/core/macro';
import { formatDay } from '@lop-xanh/contract/rules/dates';

interface Sheet {
  week: number;
  date: string;
}

interface SchoolCalendar {
  /** Undefined outside the teaching year. */
  calendarWeek: number | undefined;
  /** The other sheets of the class. */
  sheets: readonly Sheet[];
}

/** Why saving a sheet may be a mistake, one sentence for each reason. */
export function listDoubts(
  { week, date }: Sheet,
  { calendarWeek = week, sheets }: SchoolCalendar,
): string[] {
  const day = formatDay(date);
  const sameDay = sheets.filter((sheet) => sheet.date === date).map((sheet) => sheet.week);
  const weeks = sameDay.toSorted((a, b) => a - b).join(', ');
  return [
    ...(Math.abs(week - calendarWeek) > 1
      ? [t`Theo lịch của trường, tuần này là tuần ${calendarWeek}, không phải tuần ${week}.`]
      : []),
    ...(weeks ? [t`Ngày ${day} lớp đã điểm danh tuần ${weeks}.`] : []),
  ];
}
