import { t } from '@lingui/core/macro';
import { type AttendanceStatus, attendanceStatuses } from '@lop-xanh/contract/attendance';
import type { Student } from '@lop-xanh/contract/classes';
import { IconMail, IconPencil } from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { PersonLink } from '../people/public.ts';
import { getAttendanceLabel, getMarkLabel } from './attendance-labels.ts';
import { ExcuseButton } from './excuse-button.tsx';
import { NoteField } from './note-field.tsx';
import sheet from './sheet.module.css';
import { getKeyLabel } from './sheet-keys.ts';
import classes from './sheet-row.module.css';
import type { RowActions } from './use-row-actions.ts';

export interface SheetRowProps {
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
  actions: RowActions;
}

/** Tab stays within the current row; the arrow keys move between rows. */
export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { student, index, status, note, isExcused, former, isCurrent, isPicking } = props;
  const { hasLeave = false, actions } = props;
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
      onFocus={() => actions.focus(index)}
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
          <PersonLink id={student.id} tabIndex={tabIndex} isPlain>
            {name}
          </PersonLink>
        </p>
        {note && !isEditingNote && (
          <p className={sheet.note} lang="vi">
            {note}
          </p>
        )}
        {(status === 'absent' || hasLeave) && (
          <div className={classes.leave}>
            {status === 'absent' && (
              <ExcuseButton
                isExcused={isExcused}
                tabIndex={tabIndex}
                onChange={(excused) => actions.setExcused(index, excused)}
              />
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
            onClick={() => actions.mark(index, option)}
          >
            {getAttendanceLabel(option)}
          </button>
        ))}
      </div>
      {isEditingNote && (
        <div role="gridcell" className={classes.noteField}>
          <NoteField
            label={noteLabel}
            note={note}
            onNoteChange={(text) => actions.setNote(index, text)}
            onBlur={() => setIsEditingNote(false)}
            onDone={stopEditing}
          />
        </div>
      )}
    </div>
  );
});
