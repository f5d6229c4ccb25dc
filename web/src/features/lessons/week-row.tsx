import { t } from '@lingui/core/macro';
import { IconAlertCircle, IconEyeOff, IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './week-row.module.css';

interface Props {
  weekKey: string;
  number: string;
  title: string;
  isActive: boolean;
  isOpen: boolean;
  isSelected: boolean;
  isDuplicate: boolean;
  hasError: boolean;
  onOpen: (key: string) => void;
  onSelect: (key: string, isSelected: boolean) => void;
}

/** Memoized and made of plain elements, because each keystroke renders the list of these. */
export const WeekRow = memo(function WeekRow(props: Props) {
  const { weekKey, number, title, isActive, isOpen, isSelected, isDuplicate, hasError } = props;
  const { onOpen, onSelect } = props;
  return (
    <li className={classes.row} data-open={isOpen || undefined}>
      <input
        type="checkbox"
        aria-label={t`Chọn tuần ${number}`}
        checked={isSelected}
        onChange={(event) => onSelect(weekKey, event.currentTarget.checked)}
      />
      <button
        type="button"
        className={classes.choose}
        aria-current={isOpen || undefined}
        onClick={() => onOpen(weekKey)}
      >
        <span className={classes.number}>{t`Tuần ${number}`}</span>
        <span className={classes.name}>{title || t`Chưa có tên`}</span>
        {hasError && (
          <span className={classes.badge} data-kind="error">
            <IconAlertCircle size={16} aria-hidden />
            {t`Cần sửa`}
          </span>
        )}
        {isDuplicate && (
          <span className={classes.badge} data-kind="duplicate">
            {t`Trùng tuần`}
          </span>
        )}
        {!isActive && (
          <span className={classes.badge} data-kind="hidden">
            <IconEyeOff size={16} aria-hidden />
            {t`Đã ẩn`}
          </span>
        )}
      </button>
    </li>
  );
});

interface EmptyProps {
  number: number;
  isDisabled: boolean;
  onAdd: () => void;
}

/** A week of the year that the lesson does not have. */
export function EmptyWeekRow({ number, isDisabled, onAdd }: EmptyProps) {
  return (
    <li className={classes.row} data-empty>
      <button type="button" className={classes.choose} disabled={isDisabled} onClick={onAdd}>
        <span className={classes.number}>{t`Tuần ${number}`}</span>
        <span className={classes.name}>{t`Chưa có bài`}</span>
        <IconPlus size={18} aria-hidden />
      </button>
    </li>
  );
}
