import { type AttendanceStatus, attendanceStatuses } from '@lop-xanh/contract/attendance';
import type { Student } from '@lop-xanh/contract/classes';
import { limits } from '@lop-xanh/contract/rules/limits';
import { TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { wordsOf } from './attendance-mark.tsx';
import { capOf } from './roll-keys.ts';
import classes from './roll-row.module.css';
import sheet from './sheet.module.css';

interface Props {
  pupil: Student;
  place: number;
  status: AttendanceStatus | undefined;
  note: string;
  isCurrent: boolean;
  /** The absent are being named by one key each. */
  isPicking: boolean;
  onFocus: () => void;
  onMark: (status: AttendanceStatus) => void;
  onNote: (text: string) => void;
}

/** One pupil. Tab goes through the current row alone; the arrows go from row to row. */
export function RollRow(props: Props) {
  const { pupil, place, status, note, isCurrent, isPicking, onFocus, onMark, onNote } = props;
  const [isWriting, setIsWriting] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const tabIndex = isCurrent ? 0 : -1;
  const cap = isPicking ? capOf(place) : undefined;
  const stopWriting = () => {
    setIsWriting(false);
    row.current?.focus();
  };

  return (
    <li
      ref={row}
      className={`${sheet.row} ${classes.row}`}
      data-current={isCurrent || undefined}
      data-writing={isWriting || undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
      aria-label={`${pupil.full_name}: ${status ? wordsOf[status] : 'chưa điểm danh'}`}
    >
      {cap ? (
        <kbd className={sheet.number}>{cap}</kbd>
      ) : (
        <span className={sheet.number}>{place + 1}</span>
      )}
      <span className={classes.avatar}>
        <Avatar person={pupil} size={36} />
      </span>
      <div className={sheet.person}>
        <p className={sheet.name}>{pupil.full_name}</p>
        {note && !isWriting && <p className={sheet.note}>{note}</p>}
      </div>
      <button
        type="button"
        data-note
        className={classes.pencil}
        tabIndex={tabIndex}
        aria-label={`Ghi chú cho ${pupil.full_name}`}
        onClick={() => setIsWriting(true)}
      >
        <IconPencil size={18} />
      </button>
      <div className={classes.marks}>
        {attendanceStatuses.map((one) => (
          <button
            key={one}
            type="button"
            className={classes.mark}
            data-status={one}
            aria-pressed={status === one}
            tabIndex={tabIndex}
            onClick={() => onMark(one)}
          >
            {wordsOf[one]}
          </button>
        ))}
      </div>
      {isWriting && (
        <TextInput
          className={classes.writing ?? ''}
          aria-label={`Ghi chú cho ${pupil.full_name}`}
          placeholder="Ví dụ: ốm, có giấy xin phép"
          maxLength={limits.attendanceNoteMax}
          value={note}
          autoFocus
          onChange={({ currentTarget }) => onNote(currentTarget.value)}
          onBlur={() => setIsWriting(false)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Escape') stopWriting();
            event.stopPropagation();
          }}
        />
      )}
    </li>
  );
}
