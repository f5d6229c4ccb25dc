import { t } from '@lingui/core/macro';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import classes from './sheet.module.css';

interface Props {
  earlierDay: string | null;
  onDateChange: (date: string) => void;
}

/** Says that the date has changed to today, and offers the day on which the sheet was started. */
export function NewDayNotice({ earlierDay, onDateChange }: Props) {
  const day = earlierDay ? formatDay(earlierDay) : '';
  return (
    <div aria-live="polite" className={classes.newDay}>
      {earlierDay && (
        <>
          <span>{t`Đã sang ngày mới, nên ngày điểm danh là hôm nay.`}</span>
          <Button size="compact-md" variant="default" onClick={() => onDateChange(earlierDay)}>
            {t`Đổi về ${day}`}
          </Button>
        </>
      )}
    </div>
  );
}
