import type { StudentWeek } from '@lop-xanh/contract/attendance';
import { messages } from '@lop-xanh/contract/messages';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { AttendanceCounts, AttendanceMark, attendanceLabels } from '../../ui/attendance-mark.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { studentYearQuery } from './attendance.api.ts';
import { SheetDate } from './sheet-date.tsx';
import classes from './student-year.module.css';

export function StudentYear({ studentId, title }: { studentId: number; title: string }) {
  return (
    <Card title={title}>
      <YearWeeks studentId={studentId} />
    </Card>
  );
}

function YearWeeks({ studentId }: { studentId: number }) {
  const { data, error, isPending, refetch } = useQuery(studentYearQuery(studentId));
  const [tappedWeek, setTappedWeek] = useState<number>();
  const errorMessage = error && errorMessageOr(messages.classes.dataFailed, error);
  useFailureToast(data && errorMessage);
  if (isPending) return <Skeleton lines={6} />;
  if (!data) {
    const message = errorMessage ?? messages.classes.dataFailed;
    return <ErrorState message={message} retry={() => void refetch()} />;
  }
  const records = new Map(data.attendance.map((record) => [record.week, record]));
  const present = data.attendance.filter(({ status }) => status === 'present').length;
  const selectedWeek = tappedWeek ?? data.attendance.at(-1)?.week;
  return (
    <div className={classes.year}>
      <AttendanceCounts present={present} absent={data.attendance.length - present} />
      <ol className={classes.weeks}>
        {allWeeks.map((week) => (
          <li key={week}>
            <WeekButton
              week={week}
              record={records.get(week)}
              isSelected={week === selectedWeek}
              onSelect={() => setTappedWeek(week)}
            />
          </li>
        ))}
      </ol>
      <div className={classes.detail} aria-live="polite">
        <WeekDetails week={selectedWeek} record={records.get(selectedWeek ?? 0)} />
      </div>
    </div>
  );
}

interface WeekProps {
  week: number;
  record: StudentWeek | undefined;
  isSelected: boolean;
  onSelect: () => void;
}

function WeekButton({ week, record, isSelected, onSelect }: WeekProps) {
  const label = record ? attendanceLabels[record.status] : 'chưa điểm danh';
  return (
    <button
      type="button"
      className={classes.week}
      data-status={record?.status}
      aria-pressed={isSelected}
      aria-label={`Tuần ${week}: ${label}`}
      onClick={onSelect}
    >
      {week}
      {record?.status === 'present' && <IconCheck size={16} aria-hidden />}
      {record?.status === 'absent' && <IconX size={16} aria-hidden />}
    </button>
  );
}

function WeekDetails({
  week,
  record,
}: {
  week: number | undefined;
  record: StudentWeek | undefined;
}) {
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
