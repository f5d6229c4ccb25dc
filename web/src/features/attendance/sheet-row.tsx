import { type AttendanceStatus, attendanceStatuses } from '@lop-xanh/contract/attendance';
import type { Student } from '@lop-xanh/contract/classes';
import { limits } from '@lop-xanh/contract/rules/limits';
import { TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../../ui/attendance-mark.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import sheet from './sheet.module.css';
import { capOf } from './sheet-keys.ts';
import classes from './sheet-row.module.css';

interface Props {
  student: Student;
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

/** One student. Tab goes through the current row alone; the arrows go from row to row. */
export function RollRow(props: Props) {
  const { student, place, status, note, isCurrent, isPicking, onFocus, onMark, onNote } = props;
  const [isWriting, setIsWriting] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const tabIndex = isCurrent ? 0 : -1;
  const cap = isPicking ? capOf(place) : undefined;
  const stopWriting = () => {
    setIsWriting(false);
    row.current?.focus();
  };

  return (
    <div
      ref={row}
      role="row"
      className={`${sheet.row} ${classes.row}`}
      data-current={isCurrent || undefined}
      data-writing={isWriting || undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
      aria-label={`${student.full_name}: ${status ? wordsOf[status] : 'chưa điểm danh'}`}
    >
      {cap ? (
        <kbd role="gridcell" className={sheet.number}>
          {cap}
        </kbd>
      ) : (
        <span role="gridcell" className={sheet.number}>
          {place + 1}
        </span>
      )}
      <span role="gridcell" className={classes.avatar}>
        <Avatar person={student} size={32} />
      </span>
      <div role="rowheader" className={sheet.person}>
        <p className={sheet.name}>{student.full_name}</p>
        {note && !isWriting && <p className={sheet.note}>{note}</p>}
      </div>
      <div role="gridcell" className={classes.marks}>
        <button
          type="button"
          data-note
          className={classes.pencil}
          tabIndex={tabIndex}
          aria-label={`Ghi chú cho ${student.full_name}`}
          onClick={() => setIsWriting(true)}
        >
          <IconPencil size={18} />
        </button>
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
        <NoteField
          label={`Ghi chú cho ${student.full_name}`}
          note={note}
          onNote={onNote}
          onBlur={() => setIsWriting(false)}
          onDone={stopWriting}
        />
      )}
    </div>
  );
}

interface NoteProps {
  label: string;
  note: string;
  onNote: (text: string) => void;
  onBlur: () => void;
  onDone: () => void;
}

function NoteField({ label, note, onNote, onBlur, onDone }: NoteProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div role="gridcell" className={classes.writing}>
      <TextInput
        ref={field}
        aria-label={label}
        placeholder="Ví dụ: ốm, có giấy xin phép"
        maxLength={limits.attendanceNoteMax}
        value={note}
        onChange={({ currentTarget }) => onNote(currentTarget.value)}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') onDone();
          // The roll's own keys are letters here.
          event.stopPropagation();
        }}
      />
    </div>
  );
}
