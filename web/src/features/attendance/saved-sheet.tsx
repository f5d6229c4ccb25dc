import type { AttendanceRecord } from '@lop-xanh/contract/attendance';
import type { Student } from '@lop-xanh/contract/classes';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { useEffect, useRef } from 'react';
import { AttendanceMark, Counts } from '../../ui/attendance-mark.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { NotSent } from '../../ui/not-sent.tsx';
import classes from './sheet.module.css';
import { SheetDate } from './sheet-date.tsx';

interface Props {
  className: string;
  week: number;
  date: string;
  records: readonly AttendanceRecord[];
  /** Of the class today: those on the sheet may have left since. */
  students: readonly Student[];
  /** Left out while it waits on this device. */
  saved?: { taken_by: string; takenAt: string };
}

/** A sheet that nobody changes any more. */
export function SavedSheet({ className, week, date, records, students, saved }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The roll call that stood here took the focus with it.
    const isFocusLost = document.activeElement === document.body;
    if (isFocusLost) heading.current?.focus({ preventScroll: true });
  }, []);
  const present = records.filter(({ status }) => status === 'present').length;
  const photoOf = new Map(students.map(({ id, avt }) => [id, avt]));

  return (
    <section className={`${classes.sheet} ${classes.paper}`} data-print>
      <div className={classes.head}>
        <div>
          <h2 ref={heading} tabIndex={-1} className={classes.title}>
            Lớp {className} · Tuần {week} <SheetDate date={date} />
          </h2>
          <p className={classes.soft}>
            {saved
              ? `${saved.taken_by} điểm danh lúc ${formatDateTime(saved.takenAt)}`
              : 'Đã lưu trên máy này, sẽ tự gửi khi có mạng'}
          </p>
        </div>
        {!saved && <NotSent />}
      </div>
      <ol
        className={classes.list}
        style={{ gridTemplateRows: `repeat(${Math.ceil(records.length / 2)}, auto)` }}
      >
        {records.map(({ student_id, full_name, status, note }, place) => (
          <li key={student_id} className={classes.row}>
            <span className={classes.number}>{place + 1}</span>
            <Avatar
              person={{ id: student_id, first_name: full_name, avt: photoOf.get(student_id) ?? '' }}
              size={36}
            />
            <div className={classes.person}>
              <p className={classes.name}>{full_name}</p>
              {note && <p className={classes.note}>{note}</p>}
            </div>
            <AttendanceMark status={status} />
          </li>
        ))}
      </ol>
      <div className={classes.foot}>
        <Counts present={present} absent={records.length - present} />
      </div>
    </section>
  );
}
