import { t } from '@lingui/core/macro';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './sheet-date.module.css';

export function SheetDate({ date }: { date: string }) {
  return <span className={classes.date}>{formatDay(date)}</span>;
}

interface PickerProps {
  date: string;
  schoolYear: number;
  today: string;
  onChange: (date: string) => void;
}

/** Picks a day from the start of the school year until today. The button hides the browser's own date format. */
export function DatePicker({ date, schoolYear, today, onChange }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const day = formatDay(date);
  return (
    <span className={classes.picker}>
      <button
        type="button"
        className={classes.date}
        aria-label={t`Ngày điểm danh: ${day}`}
        onClick={() => input.current?.showPicker()}
      >
        <IconCalendar size={18} aria-hidden />
        {day}
      </button>
      <input
        ref={input}
        type="date"
        className={classes.input}
        aria-label={t`Chọn ngày điểm danh`}
        tabIndex={-1}
        min={`${schoolYear}-08-01`}
        max={today}
        value={date}
        onChange={({ currentTarget: { value, validity } }) => {
          if (value && validity.valid) onChange(value);
        }}
      />
    </span>
  );
}
