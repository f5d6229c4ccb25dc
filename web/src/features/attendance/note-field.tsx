import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';

interface Props {
  label: string;
  note: string;
  onNoteChange: (text: string) => void;
  onBlur?: () => void;
  onDone: () => void;
}

export function NoteField({ label, note, onNoteChange, onBlur, onDone }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      ref={field}
      aria-label={label}
      placeholder={t`Ví dụ: ốm, có giấy xin phép`}
      maxLength={limits.maxAttendanceNoteLength}
      value={note}
      onChange={({ currentTarget }) => onNoteChange(currentTarget.value)}
      {...(onBlur && { onBlur })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'Escape') onDone();
        // Here the sheet's shortcut keys are plain letters.
        event.stopPropagation();
      }}
    />
  );
}
