import { t } from '@lingui/core/macro';
import { type AttendanceStatus, attendanceStatuses } from '@lop-xanh/contract/attendance';
import type { Student } from '@lop-xanh/contract/classes';
import { limits } from '@lop-xanh/contract/rules/limits';
import { TextInput } from '@mantine/core';
import { IconCheck, IconMail, IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { getAttendanceLabel, getRecordLabel } from './attendance-labels.ts';
import sheet from './sheet.module.css';
import { getKeyLabel } from './sheet-keys.ts';
import classes from './sheet-row.module.css';

interface Props {
  student: Pick<Student, 'id' | 'full_name' | 'first_name' | 'avt'>;
  index: number;
  status: AttendanceStatus | undefined;
  note: string;
  /** Of an absence. */
  isExcused: boolean;
  /** Whether the family sent a leave note for the day. */
  hasLeave?: boolean;
  /** What a saved record said, if it is being corrected. */
  former?: string | undefined;
  isCurrent: boolean;
  /** Each student has a key that marks them absent. */
  isPicking: boolean;
  onFocus: () => void;
  onMark: (status: AttendanceStatus) => void;
  onNoteChange: (text: string) => void;
  onExcusedChange: (isExcused: boolean) => void;
}

/** Tab stays within the current row; the arrow keys move between rows. */
export function SheetRow(props: Props) {
  const { student, index, status, note, isExcused, former, isCurrent, isPicking } = props;
  const { hasLeave = false, onFocus, onMark, onNoteChange, onExcusedChange } = props;
  const [isEditingNote, setIsEditingNote] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const { full_name: name } = student;
  const noteLabel = t`Ghi chú cho ${name}`;
  const tabIndex = isCurrent ? 0 : -1;
  const label = status ? getMarkLabel(status, isExcused) : t`chưa điểm danh`;
  const keyLabel = isPicking ? getKeyLabel(index) : undefined;
  const stopEditing = () => {
    setIsEditingNote(false);
    row.current?.focus();
  };

  return (
    <div
      ref={row}
      role="row"
      className={`${sheet.row} ${classes.row}`}
      data-current={isCurrent || undefined}
      data-editing={isEditingNote || undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
      aria-label={`${name}: ${label}`}
    >
      {keyLabel ? (
        <kbd role="gridcell" className={sheet.number}>
          {keyLabel}
        </kbd>
      ) : (
        <span role="gridcell" className={sheet.number}>
          {index + 1}
        </span>
      )}
      <span role="gridcell" className={classes.avatar}>
        <Avatar user={student} size={32} />
      </span>
      <div role="rowheader" className={sheet.student}>
        <p className={sheet.name} lang="vi">
          {name}
        </p>
        {note && !isEditingNote && (
          <p className={sheet.note} lang="vi">
            {note}
          </p>
        )}
        {(status === 'absent' || hasLeave) && (
          <div className={classes.leave}>
            {status === 'absent' && (
              <button
                type="button"
                className={classes.excuse}
                aria-pressed={isExcused}
                tabIndex={tabIndex}
                onClick={() => onExcusedChange(!isExcused)}
              >
                {isExcused && <IconCheck size={16} aria-hidden />}
                {t`Có phép`}
              </button>
            )}
            {hasLeave && (
              <span className={classes.family}>
                <IconMail size={16} aria-hidden />
                {t`gia đình báo`}
              </span>
            )}
          </div>
        )}
        {former !== undefined && <p className={classes.former}>{t`Trước: ${former}`}</p>}
      </div>
      <div role="gridcell" className={classes.marks}>
        <button
          type="button"
          data-note
          className={classes.noteButton}
          tabIndex={tabIndex}
          aria-label={noteLabel}
          onClick={() => setIsEditingNote(true)}
        >
          <IconPencil size={18} />
        </button>
        {attendanceStatuses.map((option) => (
          <button
            key={option}
            type="button"
            className={classes.mark}
            data-status={option}
            aria-pressed={status === option}
            tabIndex={tabIndex}
            onClick={() => onMark(option)}
          >
            {getAttendanceLabel(option)}
          </button>
        ))}
      </div>
      {isEditingNote && (
        <NoteField
          label={noteLabel}
          note={note}
          onNoteChange={onNoteChange}
          onBlur={() => setIsEditingNote(false)}
          onDone={stopEditing}
        />
      )}
    </div>
  );
}

/** An absence is 'không phép' only once it is saved: until then nobody may have asked yet. */
function getMarkLabel(status: AttendanceStatus, isExcused: boolean): string {
  return isExcused ? getRecordLabel({ status, isExcused }) : getAttendanceLabel(status);
}

interface NoteProps {
  label: string;
  note: string;
  onNoteChange: (text: string) => void;
  onBlur: () => void;
  onDone: () => void;
}

function NoteField({ label, note, onNoteChange, onBlur, onDone }: NoteProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div role="gridcell" className={classes.noteField}>
      <TextInput
        ref={field}
        aria-label={label}
        placeholder={t`Ví dụ: ốm, có giấy xin phép`}
        maxLength={limits.maxAttendanceNoteLength}
        value={note}
        onChange={({ currentTarget }) => onNoteChange(currentTarget.value)}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') onDone();
          // Here the sheet's shortcut keys are plain letters.
          event.stopPropagation();
        }}
      />
    </div>
  );
}
