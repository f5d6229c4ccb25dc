import { t } from '@lingui/core/macro';
import {
  type Icon,
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconCopy,
  IconEyeOff,
  IconTrash,
} from '@tabler/icons-react';
import { type Dispatch, memo, type ReactNode } from 'react';
import { randomKey } from '../../lib/random-key.ts';
import { type DraftAction, type WeekDraft } from './lesson-draft.ts';
import classes from './week-row.module.css';

interface Props {
  week: WeekDraft;
  isOpen: boolean;
  isSelected: boolean;
  isDuplicate: boolean;
  hasError: boolean;
  dispatch: Dispatch<DraftAction>;
  onToggle: (key: string, isOpen: boolean) => void;
  onSelect: (key: string, isSelected: boolean) => void;
  onRemove: (week: WeekDraft) => void;
  /** The fields, if the week is open. */
  children: ReactNode;
}

/** A collapsible week. Uses plain elements, because each keystroke may re-render many of these. */
export const WeekRow = memo(function WeekRow(props: Props) {
  const { week, isOpen, isSelected, isDuplicate, hasError, children } = props;
  const { dispatch, onToggle, onSelect, onRemove } = props;
  const number = week.week;

  const move = (by: 1 | -1) => dispatch({ type: 'moveWeek', key: week.key, by });
  return (
    <li className={classes.row} data-open={isOpen || undefined}>
      <div className={classes.head}>
        <input
          type="checkbox"
          aria-label={t`Chọn tuần ${number}`}
          checked={isSelected}
          onChange={(event) => onSelect(week.key, event.currentTarget.checked)}
        />
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          onClick={() => onToggle(week.key, !isOpen)}
        >
          <span className={classes.number}>{t`Tuần ${number}`}</span>
          <span className={classes.name}>{week.title || t`Chưa có tên`}</span>
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
          {!week.isActive && (
            <span className={classes.badge} data-kind="hidden">
              <IconEyeOff size={16} aria-hidden />
              {t`Đã ẩn`}
            </span>
          )}
          <IconChevronDown size={20} aria-hidden className={classes.chevron} />
        </button>
        <span className={classes.tools}>
          <ToolButton
            icon={IconArrowUp}
            label={t`Đưa tuần ${number} lên`}
            onClick={() => move(-1)}
          />
          <ToolButton
            icon={IconArrowDown}
            label={t`Đưa tuần ${number} xuống`}
            onClick={() => move(1)}
          />
          <ToolButton
            icon={IconCopy}
            label={t`Nhân đôi tuần ${number}`}
            onClick={() =>
              dispatch({ type: 'duplicateWeek', key: randomKey(), sourceKey: week.key })
            }
          />
          <ToolButton
            icon={IconTrash}
            label={t`Xóa tuần ${number}`}
            onClick={() => onRemove(week)}
          />
        </span>
      </div>
      {children}
    </li>
  );
});

interface ToolProps {
  icon: Icon;
  label: string;
  onClick: () => void;
}

function ToolButton({ icon: Icon, label, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
}
