import { t } from '@lingui/core/macro';
import type { AttendanceWeek } from '@lop-xanh/contract/attendance';
import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import { formatDay, getSchoolYear } from '@lop-xanh/contract/rules/dates';
import { type ReactNode, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { useUser } from '../../lib/current-user.ts';
import { useReopenedSeq } from '../../lib/outbox/use-reopened.ts';
import { useToday } from '../../lib/today.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SproutPicture, TreePicture } from '../../ui/pictures.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { ClassLeaveNotes } from '../leave/public.ts';
import { applyCorrection, type UnsentCorrection } from './correction-action.ts';
import { hasCorrectionDraft } from './correction-draft.ts';
import { CorrectionForm } from './correction-form.tsx';
import { RollStart } from './roll-start.tsx';
import { SavedSheet } from './saved-sheet.tsx';
import type { SheetId } from './sheet-draft.ts';
import { SheetForm } from './sheet-form.tsx';
import type { ClassWeeksState } from './use-class-weeks.ts';
import { useWeekSheet } from './use-week-sheet.ts';

/** One week of a class: the saved sheet, the unsent one, or the form to take attendance. */
export function WeekSheet({ schoolClass }: { schoolClass: SchoolClass }) {
  const user = useUser();
  const isMobile = useIsMobile();
  const { classWeeks, openWeek, query } = useWeekSheet(schoolClass);
  return (
    <Loaded
      query={query}
      skeleton={
        <Card>
          <RowsSkeleton rows={16} hasMarks />
        </Card>
      }
      failedMessage={messages.classes.dataFailed}
      hasCard
      hasRefetchToast
    >
      {([{ school_year }, students]) => (
        <>
          {isMobile && openWeek !== undefined && (
            <RollStart
              key={openWeek}
              sheetId={{
                user: user.id,
                classId: schoolClass.id,
                schoolYear: school_year,
                week: openWeek,
              }}
              schoolClass={schoolClass}
              classWeeks={classWeeks}
              students={students}
            />
          )}
          <ClassLeaveNotes classId={schoolClass.id} />
          <SelectedWeek
            schoolClass={schoolClass}
            schoolYear={school_year}
            classWeeks={classWeeks}
            students={students}
          />
        </>
      )}
    </Loaded>
  );
}

interface SelectedWeekProps {
  schoolClass: SchoolClass;
  schoolYear: number;
  classWeeks: ClassWeeksState;
  students: readonly Student[];
}

function SelectedWeek({ schoolClass, schoolYear, classWeeks, students }: SelectedWeekProps) {
  const user = useUser();
  const today = useToday();
  const isMobile = useIsMobile();
  const reopenedSeq = useReopenedSeq();
  const { savedWeeks, unsentWeeks, canTake, selectedWeek: week } = classWeeks;
  if (week === undefined) {
    return (
      <EmptyCard picture={<TreePicture />} title={messages.attendance.noWeek}>
        {canTake ? t`Cả 35 tuần đã được điểm danh.` : t`Lớp chưa điểm danh tuần nào.`}
      </EmptyCard>
    );
  }
  const saved = savedWeeks.get(week);
  const unsent = unsentWeeks.get(week);
  const sheetId = { user: user.id, classId: schoolClass.id, schoolYear, week };
  // A sheet that is opened again reads its draft again.
  const sheetKey = `${sheetId.classId}:${week}:${reopenedSeq}`;
  if (saved) {
    return (
      <CorrectableSheet
        key={sheetKey}
        sheetId={sheetId}
        schoolClass={schoolClass}
        saved={saved}
        unsentCorrection={classWeeks.unsentCorrections.get(week)}
        students={students}
      />
    );
  }
  if (unsent) {
    const records = unsent.students.map(({ id, ...record }) => ({
      isExcused: false,
      ...record,
      student_id: id,
      corrections: [],
    }));
    const sheetProps = { className: schoolClass.name, week, students };
    return <SavedSheet {...sheetProps} date={unsent.date} records={records} />;
  }
  const yearState = user.role === 'Teacher' && describeYear(schoolYear, today);
  if (!canTake && yearState && schoolYear === user.school_year) {
    return (
      <EmptyCard picture={<TreePicture />} title={yearState.title}>
        {yearState.text}
      </EmptyCard>
    );
  }
  if (!canTake) {
    return (
      <EmptyCard picture={<SproutPicture />} title={messages.attendance.none}>
        {t`Giáo viên chưa điểm danh tuần ${week}.`}
      </EmptyCard>
    );
  }
  if (students.length === 0) {
    return (
      <EmptyCard picture={<SproutPicture />} title={t`Lớp chưa có học sinh`}>
        {t`Khi nhà trường xếp học sinh vào lớp, sổ điểm danh sẽ mở ở đây.`}
      </EmptyCard>
    );
  }
  // A phone has a mode of its own for it.
  if (isMobile) return null;
  return (
    <SheetForm
      key={sheetKey}
      sheetId={sheetId}
      schoolClass={schoolClass}
      classWeeks={classWeeks}
      students={students}
    />
  );
}

interface CorrectableSheetProps {
  sheetId: SheetId;
  schoolClass: SchoolClass;
  saved: AttendanceWeek;
  unsentCorrection: UnsentCorrection | undefined;
  students: readonly Student[];
}

/** A saved sheet, or the form to correct it, which opens again if it was left with changes. */
function CorrectableSheet(props: CorrectableSheetProps) {
  const { sheetId, schoolClass, saved, unsentCorrection, students } = props;
  const [isCorrecting, setIsCorrecting] = useState(() => hasCorrectionDraft(sheetId));
  const { date, taken_by, takenAt, records } = saved;
  const canCorrect = saved.can.correct && !unsentCorrection;
  if (isCorrecting && canCorrect) {
    return (
      <CorrectionForm
        sheetId={sheetId}
        schoolClass={schoolClass}
        saved={saved}
        students={students}
        onClose={() => setIsCorrecting(false)}
      />
    );
  }
  return (
    <SavedSheet
      className={schoolClass.name}
      week={sheetId.week}
      date={date}
      records={unsentCorrection ? applyCorrection(records, unsentCorrection) : records}
      students={students}
      saved={{ taken_by, takenAt }}
      isCorrectionUnsent={unsentCorrection !== undefined}
      onCorrect={canCorrect ? () => setIsCorrecting(true) : undefined}
    />
  );
}

/** Why the current classes of a school take no attendance: their year is over, or still to come. */
function describeYear(schoolYear: number, today: string) {
  const title = getSchoolYearLabel(schoolYear);
  const calendarYear = getSchoolYear(today);
  if (calendarYear > schoolYear) {
    return {
      title: t`${title} đã kết thúc`,
      text: t`Quản trị trường cần bắt đầu năm học mới trước, sau đó lớp mới điểm danh tiếp được.`,
    };
  }
  const firstDay = formatDay(`${schoolYear}-08-01`);
  const text = t`Lớp điểm danh được từ ngày ${firstDay}.`;
  return calendarYear < schoolYear ? { title: t`${title} chưa tới`, text } : undefined;
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
