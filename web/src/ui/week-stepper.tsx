import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { NativeSelect } from './native-select.tsx';
import classes from './week-stepper.module.css';

interface Props {
  /** Undefined if none is chosen yet. */
  week: number | undefined;
  options: { value: string; label: string }[];
  onChange: (week: number | string | null) => void;
}

/** Chooses a week of the teaching year, from a list or one by one. */
export function WeekStepper({ week, options, onChange }: Props) {
  return (
    <div className={classes.picker}>
      <ActionIcon
        aria-label={t`Tuần trước`}
        disabled={week === undefined || week === 1}
        onClick={() => onChange((week ?? 1) - 1)}
      >
        <IconChevronLeft size={22} />
      </ActionIcon>
      <NativeSelect
        aria-label={t`Tuần`}
        className={classes.select ?? ''}
        value={week ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        data={options}
      />
      <ActionIcon
        aria-label={t`Tuần sau`}
        disabled={week === limits.teachingWeeks}
        onClick={() => onChange((week ?? 0) + 1)}
      >
        <IconChevronRight size={22} />
      </ActionIcon>
    </div>
  );
}
