import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { IconCheck, IconCloudUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { refusalOr } from '../../lib/api-errors.ts';
import { useChoices } from '../../lib/choices.ts';
import { useUser } from '../../lib/visitor.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { hasRollDraft } from './roll-draft.ts';
import { type ClassWeeks, useClassWeeks } from './use-class-weeks.ts';
import classes from './weeks-list.module.css';

/** A teacher's 35 weeks: taken, the current one, and open. */
export function WeeksList({ schoolClass }: { schoolClass: SchoolClass }) {
  const year = useClassWeeks(schoolClass);

  return (
    <section className={classes.card}>
      <h2 className={classes.title}>Weeks</h2>
      {year.data ? (
        <ol className={classes.list}>
          {allWeeks.map((one) => (
            <li key={one}>
              <Week week={one} year={year} classId={schoolClass.id} />
            </li>
          ))}
        </ol>
      ) : year.query.error ? (
        <ErrorState
          message={refusalOr(messages.classes.dataFailed, year.query.error)}
          retry={() => void year.query.refetch()}
        />
      ) : (
        <Skeleton lines={5} />
      )}
    </section>
  );
}

interface WeekProps {
  week: number;
  year: ClassWeeks;
  classId: number;
}

function Week({ week, year, classId }: WeekProps) {
  const { choose } = useChoices();
  const user = useUser();
  const { data, saved, waiting, firstOpen, week: chosen } = year;
  const taken = saved.get(week);
  const isUnsent = !taken && waiting.has(week);
  const state = taken ? 'taken' : isUnsent ? 'unsent' : week === firstOpen ? 'current' : 'open';
  const roll = { user: user.id, classId, schoolYear: data?.school_year ?? 0, week };

  const words = () => {
    if (taken) return formatDay(taken.date);
    if (isUnsent) return 'Chưa gửi';
    if (hasRollDraft(roll)) return 'Đang dở';
    return week === firstOpen ? 'Tuần này' : '';
  };
  const button = useRef<HTMLButtonElement>(null);
  const isChosen = week === chosen;
  useEffect(() => {
    if (isChosen && button.current) bringIntoView(button.current);
  }, [isChosen]);
  return (
    <button
      ref={button}
      type="button"
      className={classes.week}
      data-state={state}
      aria-current={isChosen || undefined}
      onClick={() => choose({ week, view: null })}
    >
      <span className={classes.mark}>
        {taken && <IconCheck size={16} aria-label="Đã điểm danh" />}
        {isUnsent && <IconCloudUp size={16} aria-hidden />}
      </span>
      <span className={classes.name}>Tuần {week}</span>
      <span className={classes.words}>{words()}</span>
    </button>
  );
}

/** Scrolls the list alone, never the page. */
function bringIntoView(item: HTMLElement): void {
  const list = item.closest('ol');
  if (!list) return;
  const frame = list.getBoundingClientRect();
  const box = item.getBoundingClientRect();
  list.scrollTop += box.top - frame.top - (frame.height - box.height) / 2;
  list.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2;
}
