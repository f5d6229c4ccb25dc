import type { StudentWeek } from '@lop-xanh/contract/attendance';
import { messages } from '@lop-xanh/contract/messages';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { AttendanceMark, Counts, wordsOf } from '../../ui/attendance-mark.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { studentYearQuery } from './attendance.api.ts';
import { SheetDate } from './sheet-date.tsx';
import classes from './student-year.module.css';

/** A student's 35 weeks at a glance: present, absent, not yet. */
export function StudentYear({ student, title }: { student: number; title: string }) {
  return (
    <Card title={title}>
      <Year student={student} />
    </Card>
  );
}

function Year({ student }: { student: number }) {
  const { data, error, isPending, refetch } = useQuery(studentYearQuery(student));
  const [tapped, setTapped] = useState<number>();
  const failure = error && errorMessageOr(messages.classes.dataFailed, error);
  useFailureToast(data && failure);
  if (isPending) return <Skeleton lines={6} />;
  if (!data) {
    const message = failure ?? messages.classes.dataFailed;
    return <ErrorState message={message} retry={() => void refetch()} />;
  }
  const recorded = new Map(data.attendance.map((one) => [one.week, one]));
  const present = data.attendance.filter(({ status }) => status === 'present').length;
  const chosen = tapped ?? data.attendance.at(-1)?.week;
  return (
    <div className={classes.year}>
      <Counts present={present} absent={data.attendance.length - present} />
      <ol className={classes.weeks}>
        {allWeeks.map((week) => (
          <li key={week}>
            <WeekButton
              week={week}
              record={recorded.get(week)}
              isChosen={week === chosen}
              onChoose={() => setTapped(week)}
            />
          </li>
        ))}
      </ol>
      <div className={classes.detail} aria-live="polite">
        <Detail week={chosen} record={recorded.get(chosen ?? 0)} />
      </div>
    </div>
  );
}

interface WeekProps {
  week: number;
  record: StudentWeek | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

function WeekButton({ week, record, isChosen, onChoose }: WeekProps) {
  const words = record ? wordsOf[record.status] : 'chưa điểm danh';
  return (
    <button
      type="button"
      className={classes.week}
      data-status={record?.status}
      aria-pressed={isChosen}
      aria-label={`Tuần ${week}: ${words}`}
      onClick={onChoose}
    >
      {week}
      {record?.status === 'present' && <IconCheck size={16} aria-hidden />}
      {record?.status === 'absent' && <IconX size={16} aria-hidden />}
    </button>
  );
}

function Detail({ week, record }: { week: number | undefined; record: StudentWeek | undefined }) {
  if (week === undefined) return <p>{messages.attendance.noWeek}</p>;
  if (!record) {
    return (
      <>
        <p className={classes.heading}>Tuần {week}</p>
        <p>{messages.attendance.none}</p>
      </>
    );
  }
  return (
    <>
      <p className={classes.heading}>
        Tuần {week} <SheetDate date={record.date} /> <AttendanceMark status={record.status} />
      </p>
      <p className={classes.soft}>Lớp {record.class_name}</p>
      {record.note && <p className={classes.note}>{record.note}</p>}
    </>
  );
}
