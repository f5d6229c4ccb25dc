import { t } from '@lingui/core/macro';
import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { allWeeks, getCalendarWeek } from '@lop-xanh/contract/rules/weeks';
import { useToday } from '../../lib/today.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { WeekStepper } from '../../ui/week-stepper.tsx';
import { getMonday } from './week-days.ts';

export function OverviewWeekPicker({ overview }: { overview: AttendanceOverview }) {
  const { choose } = useUrlParams();
  const { week: chosenWeek, first_monday } = overview;
  const calendarWeek = getCalendarWeek(useToday(), first_monday);
  const getLabel = (week: number) => {
    const monday = formatDay(getMonday(first_monday, week));
    const name = week === calendarWeek ? t`Tuần ${week} (tuần này)` : t`Tuần ${week}`;
    return `${name} · ${monday}`;
  };
  return (
    <WeekStepper
      week={chosenWeek}
      options={allWeeks.map((week) => ({ value: String(week), label: getLabel(week) }))}
      onChange={(week) => choose({ week })}
    />
  );
}
