import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { Card } from '../../ui/card.tsx';
import { SproutPicture, TreePicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { studentsQuery } from './attendance.api.ts';
import { SavedSheet } from './saved-sheet.tsx';
import { SheetForm } from './sheet-form.tsx';
import { useClassWeeks } from './use-class-weeks.ts';

/** One week of a class: the saved sheet, the unsent one, or the form to take attendance. */
export function WeekSheet({ schoolClass }: { schoolClass: SchoolClass }) {
  const user = useUser();
  const {
    query,
    data,
    savedWeeks,
    unsentWeeks,
    canTake,
    selectedWeek: week,
  } = useClassWeeks(schoolClass);
  const students = useQuery(studentsQuery(schoolClass.id));
  const error = query.error ?? students.error;
  const errorMessage = error && errorMessageOr(messages.classes.dataFailed, error);
  useFailureToast(data && students.data && errorMessage);

  if (query.isPending || students.isPending) {
    return (
      <Card>
        <Skeleton lines={8} />
      </Card>
    );
  }
  if (!data || !students.data) {
    const retry = () => void Promise.all([query.refetch(), students.refetch()]);
    return (
      <Card>
        <ErrorState message={errorMessage ?? messages.classes.dataFailed} retry={retry} />
      </Card>
    );
  }
  if (week === undefined) {
    return (
      <EmptyCard picture={<TreePicture />} title={messages.attendance.noWeek}>
        {canTake ? 'Cả 35 tuần đã được điểm danh.' : 'Lớp chưa điểm danh tuần nào.'}
      </EmptyCard>
    );
  }
  const saved = savedWeeks.get(week);
  const unsent = unsentWeeks.get(week);
  const sheetProps = { className: schoolClass.name, week, students: students.data };
  if (saved) {
    const { date, taken_by, takenAt, records } = saved;
    return (
      <SavedSheet {...sheetProps} date={date} records={records} saved={{ taken_by, takenAt }} />
    );
  }
  if (unsent) {
    const records = unsent.students.map(({ id, ...record }) => ({ ...record, student_id: id }));
    return <SavedSheet {...sheetProps} date={unsent.date} records={records} />;
  }
  if (!canTake) {
    return (
      <EmptyCard picture={<SproutPicture />} title={messages.attendance.none}>
        Giáo viên chưa điểm danh tuần {week}.
      </EmptyCard>
    );
  }
  if (students.data.length === 0) {
    return (
      <EmptyCard picture={<SproutPicture />} title="Lớp chưa có học sinh">
        Khi nhà trường xếp học sinh vào lớp, sổ điểm danh sẽ mở ở đây.
      </EmptyCard>
    );
  }
  const sheetId = { user: user.id, classId: schoolClass.id, schoolYear: data.school_year, week };
  return (
    <SheetForm
      key={`${sheetId.classId}:${week}`}
      sheetId={sheetId}
      schoolClass={schoolClass}
      students={students.data}
    />
  );
}

interface EmptyCardProps {
  picture: ReactNode;
  title: string;
  children: ReactNode;
}

function EmptyCard({ picture, title, children }: EmptyCardProps) {
  return (
    <Card>
      <EmptyState picture={picture} title={title}>
        <p>{children}</p>
      </EmptyState>
    </Card>
  );
}
