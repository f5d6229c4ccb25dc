import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useUrlParams } from '../../lib/url-params.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { useClassWeeks } from './use-class-weeks.ts';
import classes from './week-picker.module.css';

export function WeekPicker({ schoolClass }: { schoolClass: SchoolClass }) {
  const { choose } = useUrlParams();
  const { savedWeeks, calendarWeek, selectedWeek } = useClassWeeks(schoolClass);
  const getLabel = (week: number) => {
    const saved = savedWeeks.get(week);
    const name = week === calendarWeek ? t`Tuần ${week} (tuần này)` : t`Tuần ${week}`;
    return `${name} · ${saved ? formatDay(saved.date) : t`chưa điểm danh`}`;
  };
  return (
    <div className={classes.picker}>
      <ActionIcon
        aria-label={t`Tuần trước`}
        disabled={selectedWeek === undefined || selectedWeek === 1}
        onClick={() => choose({ week: (selectedWeek ?? 1) - 1 })}
      >
        <IconChevronLeft size={22} />
      </ActionIcon>
      <NativeSelect
        aria-label={t`Tuần`}
        className={classes.select ?? ''}
        value={selectedWeek ?? ''}
        onChange={({ currentTarget }) => choose({ week: currentTarget.value || null })}
        data={[
          ...(selectedWeek === undefined ? [{ value: '', label: t`Chọn tuần` }] : []),
          ...allWeeks.map((week) => ({ value: String(week), label: getLabel(week) })),
        ]}
      />
      <ActionIcon
        aria-label={t`Tuần sau`}
        disabled={selectedWeek === allWeeks.length}
        onClick={() => choose({ week: (selectedWeek ?? 0) + 1 })}
      >
        <IconChevronRight size={22} />
      </ActionIcon>
    </div>
  );
}
