import { t } from '@lingui/core/macro';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { DateButton } from '../../ui/date-button.tsx';
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

/** Picks a day from the start of the school year until today. */
export function DatePicker({ date, schoolYear, today, onChange }: PickerProps) {
  const day = formatDay(date);
  return (
    <DateButton
      date={date}
      min={`${schoolYear}-08-01`}
      max={today}
      label={t`Ngày điểm danh: ${day}`}
      fieldLabel={t`Chọn ngày điểm danh`}
      onChange={onChange}
    />
  );
}
