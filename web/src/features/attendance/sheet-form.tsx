import { t } from '@lingui/core/macro';
import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useToday } from '../../lib/today.ts';
import { FormError } from '../../ui/form-error.tsx';
import { AttendanceCounts } from './attendance-mark.tsx';
import { type KeyHint, KeyHints } from './key-hints.tsx';
import classes from './sheet.module.css';
import { DatePicker } from './sheet-date.tsx';
import type { SheetId } from './sheet-draft.ts';
import { SheetRow } from './sheet-row.tsx';
import type { ClassWeeksState } from './use-class-weeks.ts';
import { useSheet } from './use-sheet.ts';
import { useSheetKeys } from './use-sheet-keys.ts';
import { useSheetSubmission } from './use-sheet-submission.ts';

interface Props {
  sheetId: SheetId;
  schoolClass: SchoolClass;
  classWeeks: ClassWeeksState;
  students: readonly Student[];
}

/** The form in which a teacher takes attendance, by keyboard or by touch. */
export function SheetForm({ sheetId, schoolClass, classWeeks, students }: Props) {
  const today = useToday();
  const { week } = sheetId;
  const { name: className } = schoolClass;
  const sheet = useSheet(sheetId, students, today);
  const { submit, isSending, errorMessage } = useSheetSubmission(sheetId, schoolClass, classWeeks);
  const { list, next, currentIndex, isPicking, setCurrentIndex, onKeyDown } = useSheetKeys<
    Student,
    HTMLButtonElement
  >(students, sheet);

  const save = () =>
    submit(
      sheet.chosenDate,
      students.flatMap((student) => {
        const status = sheet.getStatus(student);
        const { id, full_name } = student;
        const note = sheet.getNote(student).trim();
        const isExcused = sheet.getExcused(student);
        return status ? [{ id, full_name, status, note, isExcused }] : [];
      }),
    );
  const countStatus = (status: AttendanceStatus | undefined) =>
    students.filter((student) => sheet.getStatus(student) === status).length;

  return (
    <section className={classes.sheet} aria-label={t`Điểm danh tuần ${week}`}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {t`Lớp ${className} · Tuần ${week}`}
          <DatePicker
            date={sheet.chosenDate ?? today}
            schoolYear={sheetId.schoolYear}
            today={today}
            onChange={sheet.setDate}
          />
        </h2>
        <div className={classes.buttons}>
          <Button
            variant="default"
            disabled={!sheet.undo}
            onClick={() => sheet.undo?.()}
            leftSection={<IconArrowBackUp size={20} aria-hidden />}
          >
            {t`Hoàn tác`}
          </Button>
          <Button
            variant="light"
            disabled={sheet.isComplete}
            onClick={sheet.markRestPresent}
            leftSection={<IconCheck size={20} aria-hidden />}
          >
            {t`Tất cả có mặt`}
          </Button>
        </div>
        <NewDayNotice earlierDay={sheet.earlierDay} onDateChange={sheet.setDate} />
        <KeyHints hints={listKeyHints(isPicking)} />
      </div>
      <div
        ref={list}
        role="grid"
        tabIndex={-1}
        aria-label={t`Học sinh của lớp`}
        className={classes.list}
        style={{ gridTemplateRows: `repeat(${Math.ceil(students.length / 2)}, auto)` }}
        onKeyDown={onKeyDown}
      >
        {students.map((student, index) => (
          <SheetRow
            key={student.id}
            student={student}
            index={index}
            status={sheet.getStatus(student)}
            note={sheet.getNote(student)}
            isExcused={sheet.getExcused(student)}
            hasLeave={sheet.hasLeave(student)}
            isCurrent={index === currentIndex}
            isPicking={isPicking}
            onFocus={() => setCurrentIndex(index)}
            onMark={(status) => sheet.mark(student, status)}
            onNoteChange={(text) => sheet.setNote(student, text)}
            onExcusedChange={(isExcused) => sheet.setExcused(student, isExcused)}
          />
        ))}
      </div>
      <div className={`${classes.foot} ${classes.sticky}`}>
        <FormError message={errorMessage} />
        <AttendanceCounts
          present={countStatus('present')}
          absent={countStatus('absent')}
          excused={students.filter(sheet.getExcused).length}
          unmarked={countStatus(undefined)}
        />
        <div className={classes.send}>
          {!sheet.isUnmarked && (
            <span className={classes.soft}>{t`Chưa gửi, đã lưu trên máy`}</span>
          )}
          <Button
            ref={next}
            disabled={!sheet.isComplete}
            loading={isSending}
            onClick={() => void save()}
          >
            {t`Lưu điểm danh`}
          </Button>
        </div>
      </div>
    </section>
  );
}

interface NewDayProps {
  earlierDay: string | null;
  onDateChange: (date: string) => void;
}

/** Says that the date has changed to today, and offers the day on which the sheet was started. */
function NewDayNotice({ earlierDay, onDateChange }: NewDayProps) {
  const day = earlierDay ? formatDay(earlierDay) : '';
  return (
    <div aria-live="polite" className={classes.newDay}>
      {earlierDay && (
        <>
          <span>{t`Đã sang ngày mới, nên ngày điểm danh là hôm nay.`}</span>
          <Button size="compact-md" variant="default" onClick={() => onDateChange(earlierDay)}>
            {t`Đổi về ${day}`}
          </Button>
        </>
      )}
    </div>
  );
}

function listKeyHints(isPicking: boolean): KeyHint[] {
  return isPicking
    ? [
        { text: t`Nhấn phím bên cạnh tên của từng em vắng` },
        { keys: ['Enter'], text: t`các em còn lại có mặt` },
        { keys: ['Esc'], text: t`thôi` },
      ]
    : [
        { keys: ['P'], text: t`có mặt` },
        { keys: ['A'], text: t`vắng` },
        { keys: ['C'], text: t`có phép` },
        { keys: ['↑', '↓'], text: t`đi tới` },
        { keys: ['V'], text: t`chọn nhanh các em vắng` },
        { keys: ['N'], text: t`ghi chú` },
        { keys: ['Enter'], text: t`Tất cả có mặt` },
      ];
}
