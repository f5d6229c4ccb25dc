import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { useUrlParams } from '../../lib/url-params.ts';
import { WeekStepper } from '../../ui/week-stepper.tsx';
import { useClassWeeks } from './use-class-weeks.ts';

export function WeekPicker({ schoolClass }: { schoolClass: SchoolClass }) {
  const { choose } = useUrlParams();
  const { savedWeeks, calendarWeek, selectedWeek } = useClassWeeks(schoolClass);
  const getLabel = (week: number) => {
    const saved = savedWeeks.get(week);
    const name = week === calendarWeek ? t`Tuần ${week} (tuần này)` : t`Tuần ${week}`;
    return `${name} · ${saved ? formatDay(saved.date) : t`chưa điểm danh`}`;
  };
  return (
    <WeekStepper
      week={selectedWeek}
      options={[
        ...(selectedWeek === undefined ? [{ value: '', label: t`Chọn tuần` }] : []),
        ...allWeeks.map((week) => ({ value: String(week), label: getLabel(week) })),
      ]}
      onChange={(week) => choose({ week })}
    />
  );
}
