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
import { type Change, type WeekDraft } from './lesson-draft.ts';
import classes from './week-row.module.css';

interface Props {
  week: WeekDraft;
  isOpen: boolean;
  isSelected: boolean;
  isDoubled: boolean;
  hasProblem: boolean;
  change: Dispatch<Change>;
  onToggle: (key: string, isOpen: boolean) => void;
  onSelect: (key: string, isSelected: boolean) => void;
  onRemove: (week: WeekDraft) => void;
  /** The fields, where it is open. */
  children: ReactNode;
}

/** A folded week; plain elements, since there are many and each keystroke may draw them again. */
export const WeekRow = memo(function WeekRow(props: Props) {
  const { week, isOpen, isSelected, isDoubled, hasProblem, children } = props;
  const { change, onToggle, onSelect, onRemove } = props;
  const name = `tuần ${week.week}`;

  const move = (by: 1 | -1) => change({ do: 'move week', key: week.key, by });
  return (
    <li className={classes.row} data-open={isOpen || undefined}>
      <div className={classes.head}>
        <input
          type="checkbox"
          aria-label={`Chọn ${name}`}
          checked={isSelected}
          onChange={(event) => onSelect(week.key, event.currentTarget.checked)}
        />
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          onClick={() => onToggle(week.key, !isOpen)}
        >
          <span className={classes.number}>Tuần {week.week}</span>
          <span className={classes.name}>{week.title || 'Chưa có tên'}</span>
          {hasProblem && (
            <span className={classes.mark} data-kind="problem">
              <IconAlertCircle size={16} aria-hidden />
              Cần sửa
            </span>
          )}
          {isDoubled && (
            <span className={classes.mark} data-kind="doubled">
              Trùng tuần
            </span>
          )}
          {!week.isActive && (
            <span className={classes.mark} data-kind="hidden">
              <IconEyeOff size={16} aria-hidden />
              Đã ẩn
            </span>
          )}
          <IconChevronDown size={20} aria-hidden className={classes.chevron} />
        </button>
        <span className={classes.tools}>
          <Tool icon={IconArrowUp} name={`Đưa ${name} lên`} onClick={() => move(-1)} />
          <Tool icon={IconArrowDown} name={`Đưa ${name} xuống`} onClick={() => move(1)} />
          <Tool
            icon={IconCopy}
            name={`Nhân đôi ${name}`}
            onClick={() => change({ do: 'copy week', key: randomKey(), from: week.key })}
          />
          <Tool icon={IconTrash} name={`Xóa ${name}`} onClick={() => onRemove(week)} />
        </span>
      </div>
      {children}
    </li>
  );
});

interface ToolProps {
  icon: Icon;
  name: string;
  onClick: () => void;
}

function Tool({ icon: Icon, name, onClick }: ToolProps) {
  return (
    <button type="button" className={classes.tool} aria-label={name} title={name} onClick={onClick}>
      <Icon size={20} aria-hidden />
    </button>
  );
}
