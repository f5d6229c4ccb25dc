import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useToday } from '../../lib/today.ts';
import { Counts } from '../../ui/attendance-mark.tsx';
import { FormError } from '../../ui/form-error.tsx';
import classes from './sheet.module.css';
import { DateChooser } from './sheet-date.tsx';
import type { RollId } from './sheet-draft.ts';
import { RollRow } from './sheet-row.tsx';
import { useRoll } from './use-sheet.ts';
import { useRollKeys } from './use-sheet-keys.ts';
import { useRollSubmission } from './use-sheet-submission.ts';

interface Props {
  roll: RollId;
  schoolClass: SchoolClass;
  students: readonly Student[];
}

/** A teacher calls the roll of a week: by keyboard or by thumb, with nobody marked at the start. */
export function AttendanceSheetInput({ roll, schoolClass, students }: Props) {
  const today = useToday();
  const marks = useRoll(roll, students, today);
  const { submit, isSending, refusal } = useRollSubmission(roll, schoolClass);
  const { list, saveButton, current, isPicking, moveTo, onKeyDown } = useRollKeys(students, marks);

  const save = () =>
    submit(
      marks.chosenDate,
      students.flatMap((student) => {
        const status = marks.statusOf(student);
        const { id, full_name } = student;
        return status ? [{ id, full_name, status, note: marks.noteOf(student).trim() }] : [];
      }),
    );
  const count = (wanted: string | undefined) =>
    students.filter((student) => marks.statusOf(student) === wanted).length;

  return (
    <section className={classes.sheet} aria-label={`Điểm danh tuần ${roll.week}`}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          Lớp {schoolClass.name} · Tuần {roll.week}
          <DateChooser
            date={marks.chosenDate ?? today}
            schoolYear={roll.schoolYear}
            today={today}
            onChange={marks.moveTo}
          />
        </h2>
        <div className={classes.buttons}>
          <Button
            variant="default"
            disabled={!marks.undo}
            onClick={() => marks.undo?.()}
            leftSection={<IconArrowBackUp size={20} aria-hidden />}
          >
            Undo
          </Button>
          <Button
            variant="light"
            disabled={marks.isComplete}
            onClick={marks.markRestPresent}
            leftSection={<IconCheck size={20} aria-hidden />}
          >
            All present
          </Button>
        </div>
        <NewDayNote earlierDay={marks.earlierDay} onMoveTo={marks.moveTo} />
        <KeyHints isPicking={isPicking} />
      </div>
      <div
        ref={list}
        role="grid"
        tabIndex={-1}
        aria-label="Học sinh của lớp"
        className={classes.list}
        style={{ gridTemplateRows: `repeat(${Math.ceil(students.length / 2)}, auto)` }}
        onKeyDown={onKeyDown}
      >
        {students.map((student, place) => (
          <RollRow
            key={student.id}
            student={student}
            place={place}
            status={marks.statusOf(student)}
            note={marks.noteOf(student)}
            isCurrent={place === current}
            isPicking={isPicking}
            onFocus={() => moveTo(place)}
            onMark={(status) => marks.mark(student, status)}
            onNote={(text) => marks.note(student, text)}
          />
        ))}
      </div>
      <div className={`${classes.foot} ${classes.sticky}`}>
        <FormError message={refusal} />
        <Counts present={count('present')} absent={count('absent')} unmarked={count(undefined)} />
        <div className={classes.send}>
          {!marks.isUnmarked && <span className={classes.soft}>Chưa gửi, đã lưu trên máy</span>}
          <Button
            ref={saveButton}
            disabled={!marks.isComplete}
            loading={isSending}
            onClick={() => void save()}
          >
            Save attendance
          </Button>
        </div>
      </div>
    </section>
  );
}

interface NewDayProps {
  earlierDay: string | null;
  onMoveTo: (day: string) => void;
}

/** Says that the date went on with the days, and offers the day on which the roll was begun. */
function NewDayNote({ earlierDay, onMoveTo }: NewDayProps) {
  return (
    <div aria-live="polite" className={classes.newDay}>
      {earlierDay && (
        <>
          <span>Đã sang ngày mới, nên ngày điểm danh là hôm nay.</span>
          <Button size="compact-md" variant="default" onClick={() => onMoveTo(earlierDay)}>
            Đổi về {formatDay(earlierDay)}
          </Button>
        </>
      )}
    </div>
  );
}

function KeyHints({ isPicking }: { isPicking: boolean }) {
  return (
    <p className={`${classes.soft} ${classes.keys}`} aria-live="polite">
      {isPicking ? (
        <>
          Nhấn phím bên cạnh tên của từng em vắng · <kbd>Enter</kbd> các em còn lại có mặt ·{' '}
          <kbd>Esc</kbd> thôi
        </>
      ) : (
        <>
          <kbd>P</kbd> có mặt · <kbd>A</kbd> vắng · <kbd>↑</kbd> <kbd>↓</kbd> đi tới · <kbd>V</kbd>{' '}
          chọn nhanh các em vắng · <kbd>N</kbd> ghi chú · <kbd>Enter</kbd> All present
        </>
      )}
    </p>
  );
}
