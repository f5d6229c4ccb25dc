import { t } from '@lingui/core/macro';
import type { StudentWeek } from '@lop-xanh/contract/attendance';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { IconCalendarOff, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import { Card } from '../../ui/card.tsx';
import { holdBack, Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SchoolYearSelect, schoolYearsQuery, useChosenYear } from '../years/public.ts';
import { studentYearQuery } from './attendance.api.ts';
import { getRecordLabel } from './attendance-labels.ts';
import { AttendanceCounts, AttendanceMark } from './attendance-mark.tsx';
import { RecordCorrections } from './record-corrections.tsx';
import { SheetDate } from './sheet-date.tsx';
import classes from './student-year.module.css';

export function StudentYear({ studentId, title }: { studentId: number; title: string }) {
  const { school_id } = useUser();
  const schoolYears = useQuery(schoolYearsQuery(school_id));
  const query = useQuery(studentYearQuery(studentId, useChosenYear()));
  return (
    <Card title={title}>
      <Loaded
        query={holdBack(query, schoolYears.isLoading)}
        skeleton={<Skeleton lines={16} />}
        failedMessage={messages.classes.dataFailed}
        hasRefetchToast
      >
        {({ attendance, school_year }) => (
          <>
            <SchoolYearSelect schoolYears={schoolYears.data} className={classes.years} />
            <YearWeeks key={school_year} attendance={attendance} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function YearWeeks({ attendance }: { attendance: readonly StudentWeek[] }) {
  const [tappedWeek, setTappedWeek] = useState<number>();
  const records = new Map(attendance.map((record) => [record.week, record]));
  const present = attendance.filter(({ status }) => status === 'present').length;
  const selectedWeek = tappedWeek ?? attendance.at(-1)?.week;
  return (
    <div className={classes.year}>
      <AttendanceCounts
        present={present}
        absent={attendance.length - present}
        excused={attendance.filter(({ isExcused }) => isExcused).length}
      />
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
  const label = record ? getRecordLabel(record) : t`chưa điểm danh`;
  const isCorrected = record !== undefined && record.corrections.length > 0;
  return (
    <button
      type="button"
      className={classes.week}
      data-status={record?.isExcused ? 'excused' : record?.status}
      aria-pressed={isSelected}
      aria-label={`${t`Tuần ${week}`}: ${label}${isCorrected ? `, ${t`đã sửa`}` : ''}`}
      data-corrected={isCorrected || undefined}
      onClick={onSelect}
    >
      {week}
      {record?.status === 'present' && <IconCheck size={16} aria-hidden />}
      {record?.status === 'absent' && !record.isExcused && <IconX size={16} aria-hidden />}
      {record?.isExcused && <IconCalendarOff size={16} aria-hidden />}
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
  if (week === undefined) {
    const { noWeek } = messages.attendance;
    return <p lang={getTextLanguage(noWeek)}>{noWeek}</p>;
  }
  if (!record) {
    const { none } = messages.attendance;
    return (
      <>
        <p className={classes.heading}>{t`Tuần ${week}`}</p>
        <p lang={getTextLanguage(none)}>{none}</p>
      </>
    );
  }
  const { date, class_name: name, note } = record;
  return (
    <>
      <p className={classes.heading}>
        {t`Tuần ${week}`} <SheetDate date={date} /> <AttendanceMark record={record} />
      </p>
      <p className={classes.soft}>{t`Lớp ${name}`}</p>
      {note && (
        <p className={classes.note} lang="vi">
          {note}
        </p>
      )}
      <RecordCorrections record={record} />
    </>
  );
}
