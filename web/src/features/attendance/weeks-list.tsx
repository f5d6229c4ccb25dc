import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { IconCheck, IconCloudUp } from '@tabler/icons-react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { useScrollToSelected } from '../../ui/use-scroll-to-selected.ts';
import { hasSheetDraft } from './sheet-draft.ts';
import { type ClassWeeksState, useClassWeeks } from './use-class-weeks.ts';
import classes from './weeks-list.module.css';

export function WeeksList({ schoolClass }: { schoolClass: SchoolClass }) {
  const classWeeks = useClassWeeks(schoolClass);
  const isMobile = useIsMobile();
  const title = t`Weeks`;
  return (
    <section className={classes.card}>
      <h2 className={classes.title} lang={getTextLanguage(title)}>
        {title}
      </h2>
      <Loaded
        query={classWeeks.query}
        skeleton={isMobile ? <RowsSkeleton rows={1} /> : <Skeleton lines={20} />}
        failedMessage={messages.classes.dataFailed}
      >
        {() => <WeekButtons classWeeks={classWeeks} classId={schoolClass.id} />}
      </Loaded>
    </section>
  );
}

interface WeeksProps {
  classWeeks: ClassWeeksState;
  classId: number;
}

function WeekButtons({ classWeeks, classId }: WeeksProps) {
  const list = useScrollToSelected<HTMLOListElement>(
    allWeeks.indexOf(classWeeks.selectedWeek ?? 0),
  );
  return (
    <ol ref={list} className={classes.list}>
      {allWeeks.map((week) => (
        <li key={week}>
          <WeekButton week={week} classWeeks={classWeeks} classId={classId} />
        </li>
      ))}
    </ol>
  );
}

function WeekButton({ week, classWeeks, classId }: WeeksProps & { week: number }) {
  const { choose } = useUrlParams();
  const user = useUser();
  const { data, savedWeeks, unsentWeeks, calendarWeek, selectedWeek } = classWeeks;
  const saved = savedWeeks.get(week);
  const isUnsent = !saved && unsentWeeks.has(week);
  const isThisWeek = week === calendarWeek;
  const state = saved ? 'taken' : isUnsent ? 'unsent' : isThisWeek ? 'current' : 'open';
  const sheetId = { user: user.id, classId, schoolYear: data?.school_year ?? 0, week };

  const describeState = () => {
    if (isUnsent) return t`Chưa gửi`;
    if (!saved && hasSheetDraft(sheetId)) return t`Đang dở`;
    if (isThisWeek) return t`Tuần này`;
    return saved ? formatDay(saved.date) : '';
  };
  return (
    <button
      type="button"
      className={classes.week}
      data-state={state}
      aria-current={week === selectedWeek || undefined}
      onClick={() => choose({ week, view: null })}
    >
      <span className={classes.mark}>
        {saved && <IconCheck size={16} aria-label={t`Đã điểm danh`} />}
        {isUnsent && <IconCloudUp size={16} aria-hidden />}
      </span>
      <span className={classes.name}>{t`Tuần ${week}`}</span>
      <span className={classes.state}>{describeState()}</span>
    </button>
  );
}
