import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { IconCheck, IconCloudUp } from '@tabler/icons-react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { useChoices } from '../../lib/choices.ts';
import { useUser } from '../../lib/visitor.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { useChosenInSight } from '../../ui/use-chosen-in-sight.ts';
import { hasRollDraft } from './sheet-draft.ts';
import { type ClassWeeks, useClassWeeks } from './use-class-weeks.ts';
import classes from './weeks-list.module.css';

/** A teacher's 35 weeks: taken, the current one, and open. */
export function WeeksList({ schoolClass }: { schoolClass: SchoolClass }) {
  const year = useClassWeeks(schoolClass);

  return (
    <section className={classes.card}>
      <h2 className={classes.title}>Weeks</h2>
      {year.data ? (
        <Weeks year={year} classId={schoolClass.id} />
      ) : year.query.error ? (
        <ErrorState
          message={errorMessageOr(messages.classes.dataFailed, year.query.error)}
          retry={() => void year.query.refetch()}
        />
      ) : (
        <Skeleton lines={5} />
      )}
    </section>
  );
}

interface WeeksProps {
  year: ClassWeeks;
  classId: number;
}

function Weeks({ year, classId }: WeeksProps) {
  const list = useChosenInSight<HTMLOListElement>(allWeeks.indexOf(year.week ?? 0));
  return (
    <ol ref={list} className={classes.list}>
      {allWeeks.map((week) => (
        <li key={week}>
          <Week week={week} year={year} classId={classId} />
        </li>
      ))}
    </ol>
  );
}

function Week({ week, year, classId }: WeeksProps & { week: number }) {
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
  return (
    <button
      type="button"
      className={classes.week}
      data-state={state}
      aria-current={week === chosen || undefined}
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
