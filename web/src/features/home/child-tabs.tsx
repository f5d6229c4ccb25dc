import { t } from '@lingui/core/macro';
import type { StudentDay } from '@lop-xanh/contract/today';
import type { KeyboardEvent } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import classes from './child-tabs.module.css';
import { DayIcon, getDayLabel, getDayState } from './day-state.tsx';

interface Props {
  days: readonly StudentDay[];
  selectedId: number;
  onSelect: (id: number) => void;
}

/** One tab per child, with its state of today. The arrow keys move between them. */
export function ChildTabs({ days, selectedId, onSelect }: Props) {
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = days.findIndex(({ student_id }) => student_id === selectedId) + step;
    const target = (index + days.length) % days.length;
    const day = days[target];
    if (day) onSelect(day.student_id);
    const tabs = event.currentTarget.parentElement?.children;
    (tabs?.[target] as HTMLElement | undefined)?.focus();
  };
  return (
    <div role="tablist" aria-label={t`Các con`} className={classes.tabs}>
      {days.map((day) => {
        const { student_id: id, first_name, avt } = day;
        const isSelected = id === selectedId;
        return (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={isSelected}
            aria-controls="child-panel"
            tabIndex={isSelected ? 0 : -1}
            className={classes.tab}
            onKeyDown={moveFocus}
            onClick={() => onSelect(id)}
          >
            <Avatar user={{ id, first_name, avt }} size={44} />
            <span className={classes.text}>
              <span className={classes.name} lang="vi">
                {first_name}
              </span>
              <span className={classes.state} data-state={getDayState(day)}>
                <DayIcon day={day} size={18} />
                {getDayLabel(day)}
              </span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
