import { t } from '@lingui/core/macro';
import { IconCheck, IconCircleDashed, IconMail, IconPencil, IconX } from '@tabler/icons-react';
import { type FocusEvent, memo, useRef, useState } from 'react';
import { getAttendanceLabel, getMarkLabel } from './attendance-labels.ts';
import { ExcuseButton } from './excuse-button.tsx';
import { NoteField } from './note-field.tsx';
import classes from './roll-row.module.css';
import type { SheetRowProps } from './sheet-row.tsx';
import { useNoteGestures } from './use-note-gestures.ts';

type Props = Omit<SheetRowProps, 'isPicking' | 'former'>;

/**
 * A student on one line of a phone. A tap on the state changes it, and so does one on the name, except that the
 * name of an absent student opens the note.
 */
export const RollRow = memo(function RollRow(props: Props) {
  const { student, index, status, note, isExcused, hasLeave = false, isCurrent, actions } = props;
  const [isNoteOpen, setIsNoteOpen] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const gestures = useNoteGestures(() => setIsNoteOpen(true));
  const { full_name: name } = student;
  const isAbsent = status === 'absent';
  const tabIndex = isCurrent ? 0 : -1;
  const label = status ? getMarkLabel(status, isExcused) : t`chưa điểm danh`;
  const Icon = status ? (isAbsent ? IconX : IconCheck) : IconCircleDashed;
  // Most students are there, so the first tap says who is not.
  const toggle = () => actions.mark(index, isAbsent ? 'present' : 'absent');
  const closeNote = () => {
    setIsNoteOpen(false);
    row.current?.focus({ preventScroll: true });
  };
  const closeNoteIfLeft = ({ relatedTarget }: FocusEvent) => {
    if (!row.current?.contains(relatedTarget)) setIsNoteOpen(false);
  };

  return (
    <div
      ref={row}
      role="row"
      className={classes.row}
      data-status={status}
      data-current={isCurrent || undefined}
      tabIndex={tabIndex}
      aria-label={`${name}: ${label}`}
      onFocus={() => actions.focus(index)}
      onBlur={closeNoteIfLeft}
      {...gestures}
    >
      <span role="gridcell" className={classes.number}>
        {index + 1}
      </span>
      <div role="rowheader" className={classes.student}>
        <button
          type="button"
          className={classes.name}
          tabIndex={tabIndex}
          onClick={() => (isAbsent ? setIsNoteOpen(true) : toggle())}
        >
          <span className={classes.fullName} lang="vi">
            {name}
          </span>
          {isAbsent && !isNoteOpen && <NoteLine note={note} isExcused={isExcused} />}
          {hasLeave && !isNoteOpen && (
            <span className={classes.family}>
              <IconMail size={16} aria-hidden />
              {t`gia đình báo`}
            </span>
          )}
        </button>
      </div>
      <div role="gridcell" className={classes.marks}>
        <button
          type="button"
          data-note
          className={classes.noteButton}
          tabIndex={tabIndex}
          aria-label={t`Ghi chú cho ${name}`}
          onClick={() => setIsNoteOpen(true)}
        >
          <IconPencil size={20} />
        </button>
        <button
          type="button"
          className={classes.state}
          data-status={status ?? 'unmarked'}
          tabIndex={tabIndex}
          onClick={toggle}
        >
          <Icon size={20} aria-hidden />
          {status ? getAttendanceLabel(status) : t`Chưa`}
        </button>
      </div>
      {isNoteOpen && (
        <div role="gridcell" className={classes.note}>
          {isAbsent && (
            <ExcuseButton
              isExcused={isExcused}
              onChange={(excused) => actions.setExcused(index, excused)}
            />
          )}
          <div className={classes.field}>
            <NoteField
              label={t`Ghi chú cho ${name}`}
              note={note}
              onNoteChange={(text) => actions.setNote(index, text)}
              onDone={closeNote}
            />
          </div>
        </div>
      )}
    </div>
  );
});

/** Invites to a note where there is none. */
function NoteLine({ note, isExcused }: { note: string; isExcused: boolean }) {
  return (
    <span className={classes.noteLine} data-empty={(!note && !isExcused) || undefined}>
      {!note && !isExcused && <IconPencil size={16} aria-hidden />}
      <span lang={note ? 'vi' : undefined}>
        {note || (isExcused ? t`Có phép` : t`Thêm ghi chú`)}
      </span>
    </span>
  );
}
