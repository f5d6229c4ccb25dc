import { formatDay } from '@lop-xanh/contract/rules/dates';
import { isPossibleFirstMonday } from '@lop-xanh/contract/rules/weeks';
import type { NativeSelectProps } from '@mantine/core';
import { NativeSelect } from '../../ui/native-select.tsx';

interface Props extends Omit<NativeSelectProps, 'value' | 'data' | 'onChange'> {
  year: number;
  value: string;
  onChange: (day: string) => void;
}

/** The day on which week 1 starts: only the Mondays that are possible can be chosen. */
export function FirstMondaySelect({ year, value, onChange, ...props }: Props) {
  const mondays = listMondays(year);
  const days = mondays.includes(value) ? mondays : [value, ...mondays];
  return (
    <NativeSelect
      {...props}
      value={value}
      data={days.map((day) => ({ value: day, label: formatDay(day) }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const dayMs = 86_400_000;

export function listMondays(year: number): string[] {
  const first = Date.UTC(year, 7, 1);
  return Array.from({ length: 153 }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  ).filter((day) => isPossibleFirstMonday(year, day));
}
