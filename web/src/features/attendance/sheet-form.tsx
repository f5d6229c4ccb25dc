import { t } from '@lingui/core/macro';
import type { Student } from '@lop-xanh/contract/classes';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { FormError } from '../../ui/form-error.tsx';
import { AttendanceCounts } from './attendance-mark.tsx';
import { type KeyHint, KeyHints } from './key-hints.tsx';
import { NewDayNotice } from './new-day-notice.tsx';
import classes from './sheet.module.css';
import { DatePicker } from './sheet-date.tsx';
import { SheetRow } from './sheet-row.tsx';
import { type RollProps, useRoll } from './use-roll.ts';
import { useRowActions } from './use-row-actions.ts';
import { useSheetKeys } from './use-sheet-keys.ts';

/** The form in which a teacher takes attendance on a desktop, by keyboard or by touch. */
export function SheetForm(props: RollProps) {
  const { sheetId, schoolClass, students } = props;
  const { week } = sheetId;
  const { name: className } = schoolClass;
  const { today, sheet, save, isSending, errorMessage, counts } = useRoll(props);
  const { list, next, currentIndex, isPicking, setCurrentIndex, onKeyDown } = useSheetKeys<
    Student,
    HTMLButtonElement
  >(students, sheet);
  const actions = useRowActions(students, sheet, setCurrentIndex);

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
            actions={actions}
          />
        ))}
      </div>
      <div className={`${classes.foot} ${classes.sticky}`}>
        <FormError message={errorMessage} />
        <AttendanceCounts {...counts} />
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
