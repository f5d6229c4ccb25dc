import { formatDay } from '@lop-xanh/contract/rules/dates';
import { IconCalendar } from '@tabler/icons-react';
import { type MouseEvent, useRef } from 'react';
import classes from './date-button.module.css';

interface Props {
  date: string;
  min: string;
  max: string;
  /** Names the button, which shows the date. */
  label: string;
  /** Names the field. */
  fieldLabel: string;
  onChange: (date: string) => void;
}

/**
 * A button that picks a day; it hides the browser's own date format. The field lies over it, because on iOS only a
 * tap on the field itself opens the calendar.
 */
export function DateButton({ date, min, max, label, fieldLabel, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <span className={classes.picker}>
      <button
        type="button"
        className={classes.date}
        aria-label={label}
        onClick={() => openCalendar(field.current)}
      >
        <IconCalendar size={18} aria-hidden />
        {formatDay(date)}
      </button>
      <input
        ref={field}
        type="date"
        className={classes.field}
        aria-label={fieldLabel}
        tabIndex={-1}
        min={min}
        max={max}
        value={date}
        onClick={({ currentTarget }: MouseEvent<HTMLInputElement>) => openCalendar(currentTarget)}
        onChange={({ currentTarget: { value, validity } }) => {
          if (value && validity.valid) onChange(value);
        }}
      />
    </span>
  );
}

/** Elsewhere than on iOS, a click on a date field opens nothing by itself. */
function openCalendar(field: HTMLInputElement | null): void {
  try {
    field?.showPicker();
  } catch {
    field?.focus();
  }
}
