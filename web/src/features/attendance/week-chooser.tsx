import type { SchoolClass } from '@lop-xanh/contract/classes';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useChoices } from '../../lib/choices.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { useClassWeeks } from './use-class-weeks.ts';
import classes from './week-chooser.module.css';

/** One who reads the sheets goes from week to week. */
export function WeekChooser({ schoolClass }: { schoolClass: SchoolClass }) {
  const { choose } = useChoices();
  const { saved, week } = useClassWeeks(schoolClass);
  const labelOf = (one: number) => {
    const taken = saved.get(one);
    return taken ? `Tuần ${one} · ${formatDay(taken.date)}` : `Tuần ${one} · chưa điểm danh`;
  };
  return (
    <div className={classes.chooser}>
      <ActionIcon
        aria-label="Tuần trước"
        disabled={week === undefined || week === 1}
        onClick={() => choose({ week: (week ?? 1) - 1 })}
      >
        <IconChevronLeft size={22} />
      </ActionIcon>
      <NativeSelect
        aria-label="Tuần"
        className={classes.select ?? ''}
        value={week ?? ''}
        onChange={({ currentTarget }) => choose({ week: currentTarget.value || null })}
        data={[
          ...(week === undefined ? [{ value: '', label: 'Chọn tuần' }] : []),
          ...allWeeks.map((one) => ({ value: String(one), label: labelOf(one) })),
        ]}
      />
      <ActionIcon
        aria-label="Tuần sau"
        disabled={week === allWeeks.length}
        onClick={() => choose({ week: (week ?? 0) + 1 })}
      >
        <IconChevronRight size={22} />
      </ActionIcon>
    </div>
  );
}
