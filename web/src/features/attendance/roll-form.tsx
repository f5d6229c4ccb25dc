import { t } from '@lingui/core/macro';
import type { Student } from '@lop-xanh/contract/classes';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { FormError } from '../../ui/form-error.tsx';
import { FullScreen } from '../../ui/full-screen.tsx';
import { AttendanceCounts } from './attendance-mark.tsx';
import { NewDayNotice } from './new-day-notice.tsx';
import classes from './roll-form.module.css';
import { RollRow } from './roll-row.tsx';
import { DatePicker } from './sheet-date.tsx';
import { type RollProps, useRoll } from './use-roll.ts';
import { useRowActions } from './use-row-actions.ts';
import { useSheetKeys } from './use-sheet-keys.ts';

/** Attendance on a phone: one line per student between two bars and the button that saves. */
export function RollForm(props: RollProps & { parent: { search: string } }) {
  const { sheetId, schoolClass, students, parent } = props;
  const { week } = sheetId;
  const { name: className } = schoolClass;
  const { today, sheet, save, isSending, errorMessage, counts } = useRoll(props);
  const { list, next, currentIndex, setCurrentIndex, onKeyDown } = useSheetKeys<
    Student,
    HTMLButtonElement
  >(students, sheet);
  const actions = useRowActions(students, sheet, setCurrentIndex);
  const { length: total } = students;
  const { unmarked } = counts;

  return (
    <FullScreen
      title={t`Lớp ${className} · Tuần ${week}`}
      parent={parent}
      actions={
        <DatePicker
          date={sheet.chosenDate ?? today}
          schoolYear={sheetId.schoolYear}
          today={today}
          onChange={sheet.setDate}
        />
      }
    >
      <section aria-label={t`Điểm danh tuần ${week}`}>
        <div className={classes.tools}>
          <p className={classes.total}>
            {t`${total} học sinh`}
            <span>{sheet.isUnmarked ? t`Chạm để đổi` : t`Đã lưu trên máy`}</span>
          </p>
          <ActionIcon
            aria-label={t`Hoàn tác`}
            disabled={!sheet.undo}
            onClick={() => sheet.undo?.()}
          >
            <IconArrowBackUp size={22} />
          </ActionIcon>
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
        <div
          ref={list}
          role="grid"
          tabIndex={-1}
          aria-label={t`Học sinh của lớp`}
          onKeyDown={onKeyDown}
        >
          {students.map((student, index) => (
            <RollRow
              key={student.id}
              student={student}
              index={index}
              status={sheet.getStatus(student)}
              note={sheet.getNote(student)}
              isExcused={sheet.getExcused(student)}
              hasLeave={sheet.hasLeave(student)}
              isCurrent={index === currentIndex}
              actions={actions}
            />
          ))}
        </div>
        <div className={classes.foot}>
          <FormError message={errorMessage} />
          <AttendanceCounts {...counts} />
          <Button
            ref={next}
            className={classes.save ?? ''}
            style={{ '--marked': `${((total - unmarked) / total) * 100}%` }}
            disabled={!sheet.isComplete}
            loading={isSending}
            onClick={() => void save()}
          >
            {unmarked > 0 ? t`Lưu điểm danh · còn ${unmarked}` : t`Lưu điểm danh`}
          </Button>
        </div>
      </section>
    </FullScreen>
  );
}
