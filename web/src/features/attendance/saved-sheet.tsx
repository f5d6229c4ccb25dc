import { t } from '@lingui/core/macro';
import type { AttendanceRecord } from '@lop-xanh/contract/attendance';
import type { Student } from '@lop-xanh/contract/classes';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatRelativeTime } from '../../language/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { printOnly } from '../../ui/print-only.ts';
import { UnsentBadge } from '../../ui/unsent-badge.tsx';
import { PersonLink } from '../people/public.ts';
import { AttendanceCounts, AttendanceMark } from './attendance-mark.tsx';
import { RecordCorrections } from './record-corrections.tsx';
import classes from './sheet.module.css';
import { SheetDate } from './sheet-date.tsx';

interface Props {
  className: string;
  week: number;
  date: string;
  records: readonly AttendanceRecord[];
  /** The class as it is now; some students on the sheet may have left. */
  students: readonly Student[];
  /** Omitted while the sheet is unsent. */
  saved?: TakenByProps;
  /** A correction of the saved sheet is unsent. */
  isCorrectionUnsent?: boolean;
  /** Omitted if the user may not correct the sheet. */
  onCorrect?: (() => void) | undefined;
}

/** A sheet that can no longer be changed, only corrected. */
export function SavedSheet(props: Props) {
  const { className, week, date, records, students, saved, isCorrectionUnsent = false } = props;
  const { onCorrect } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The form that this replaces may have had the focus.
    const isFocusLost = document.activeElement === document.body;
    if (isFocusLost) heading.current?.focus({ preventScroll: true });
  }, []);
  const present = records.filter(({ status }) => status === 'present').length;
  const photoById = new Map(students.map(({ id, avt }) => [id, avt]));

  return (
    <section className={`${classes.sheet} ${classes.paper}`} ref={printOnly}>
      <div className={classes.head}>
        <div>
          <h2 ref={heading} tabIndex={-1} className={classes.title}>
            {t`Lớp ${className} · Tuần ${week}`} <SheetDate date={date} />
          </h2>
          <p className={classes.soft}>
            {saved ? <TakenBy {...saved} /> : t`Đã lưu trên máy này, sẽ tự gửi khi có mạng`}
          </p>
        </div>
        {(!saved || isCorrectionUnsent) && <UnsentBadge />}
        {onCorrect && (
          <Button
            variant="default"
            className={classes.correct ?? ''}
            leftSection={<IconPencil size={20} aria-hidden />}
            onClick={onCorrect}
          >
            {t`Sửa điểm danh`}
          </Button>
        )}
      </div>
      <ol
        className={classes.list}
        style={{ gridTemplateRows: `repeat(${Math.ceil(records.length / 2)}, auto)` }}
      >
        {records.map((record, index) => {
          const { student_id, full_name, note } = record;
          return (
            <li key={student_id} className={`${classes.row} ${classes.saved}`}>
              <span className={classes.number}>{index + 1}</span>
              <Avatar
                user={{
                  id: student_id,
                  first_name: full_name,
                  avt: photoById.get(student_id) ?? '',
                }}
                size={36}
              />
              <div className={classes.student}>
                <p className={classes.name} lang="vi">
                  <PersonLink id={student_id} isPlain>
                    {full_name}
                  </PersonLink>
                </p>
                {note && (
                  <p className={classes.note} lang="vi">
                    {note}
                  </p>
                )}
              </div>
              <AttendanceMark record={record} />
              {record.corrections.length > 0 && (
                <div className={classes.corrections}>
                  <RecordCorrections record={record} />
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <div className={classes.foot}>
        <AttendanceCounts
          present={present}
          absent={records.length - present}
          excused={records.filter(({ isExcused }) => isExcused).length}
        />
      </div>
    </section>
  );
}

interface TakenByProps {
  taken_by: string;
  takenAt: string;
}

/** How long ago that was would be wrong on paper tomorrow, so only the screen shows it. */
function TakenBy({ taken_by: teacher, takenAt }: TakenByProps) {
  const time = formatDateTime(takenAt);
  return (
    <>
      {t`${teacher} điểm danh lúc ${time}`}{' '}
      <span className={classes.age}>· {formatRelativeTime(takenAt)}</span>
    </>
  );
}
