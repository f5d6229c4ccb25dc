import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/visitor.ts';
import { Card } from '../../ui/card.tsx';
import { SproutPicture, TreePicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { studentsQuery } from './attendance.api.ts';
import { SavedSheet } from './saved-sheet.tsx';
import { AttendanceSheetInput } from './sheet-form.tsx';
import { useClassWeeks } from './use-class-weeks.ts';

/** A week of a class: to be taken, waiting on this device, or saved. */
export function WeekSheet({ schoolClass }: { schoolClass: SchoolClass }) {
  const user = useUser();
  const { query, data, saved, waiting, canTake, week } = useClassWeeks(schoolClass);
  const students = useQuery(studentsQuery(schoolClass.id));
  const error = query.error ?? students.error;
  const failure = error && errorMessageOr(messages.classes.dataFailed, error);
  useFailureToast(data && students.data && failure);

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
        <ErrorState message={failure ?? messages.classes.dataFailed} retry={retry} />
      </Card>
    );
  }
  if (week === undefined) {
    return (
      <Empty picture={<TreePicture />} title={messages.attendance.noWeek}>
        {canTake ? 'Cả 35 tuần đã được điểm danh.' : 'Lớp chưa điểm danh tuần nào.'}
      </Empty>
    );
  }
  const taken = saved.get(week);
  const unsent = waiting.get(week);
  const sheet = { className: schoolClass.name, week, students: students.data };
  if (taken) {
    const { date, taken_by, takenAt, records } = taken;
    return <SavedSheet {...sheet} date={date} records={records} saved={{ taken_by, takenAt }} />;
  }
  if (unsent) {
    const records = unsent.students.map(({ id, ...record }) => ({ ...record, student_id: id }));
    return <SavedSheet {...sheet} date={unsent.date} records={records} />;
  }
  if (!canTake) {
    return (
      <Empty picture={<SproutPicture />} title={messages.attendance.none}>
        Giáo viên chưa điểm danh tuần {week}.
      </Empty>
    );
  }
  if (students.data.length === 0) {
    return (
      <Empty picture={<SproutPicture />} title="Lớp chưa có học sinh">
        Khi nhà trường xếp học sinh vào lớp, sổ điểm danh sẽ mở ở đây.
      </Empty>
    );
  }
  const roll = { user: user.id, classId: schoolClass.id, schoolYear: data.school_year, week };
  return (
    <AttendanceSheetInput
      key={`${roll.classId}:${week}`}
      roll={roll}
      schoolClass={schoolClass}
      students={students.data}
    />
  );
}

interface EmptyProps {
  picture: ReactNode;
  title: string;
  children: ReactNode;
}

function Empty({ picture, title, children }: EmptyProps) {
  return (
    <Card>
      <EmptyState picture={picture} title={title}>
        <p>{children}</p>
      </EmptyState>
    </Card>
  );
}
