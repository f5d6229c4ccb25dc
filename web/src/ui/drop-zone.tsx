import type { Icon } from '@tabler/icons-react';
import { type DragEvent, useEffect, useState } from 'react';
import classes from './drop-zone.module.css';

interface Props {
  icon: Icon;
  title: string;
  hint: string;
  accept: string;
  isMultiple?: boolean;
  isDisabled: boolean;
  onFiles: (files: File[]) => void;
}

export function DropZone({
  icon: Icon,
  title,
  hint,
  accept,
  isMultiple,
  isDisabled,
  onFiles,
}: Props) {
  const [isDragOver, setIsDragOver] = useState(false);
  useIgnoreOtherDrops();

  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(!isDisabled);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    if (!isDisabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      role="presentation"
      onDragOver={onDragOver}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={onDrop}
    >
      <label className={classes.zone} data-over={isDragOver || undefined}>
        <Icon size={28} aria-hidden />
        <span>
          <strong>{title}</strong>
          <span className={classes.hint}>{hint}</span>
        </span>
        <input
          type="file"
          accept={accept}
          multiple={isMultiple}
          className={classes.input}
          disabled={isDisabled}
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            // So that the same file can be picked again after it was removed.
            event.currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}

/** A file dropped outside the zone would make the browser open it and leave the page. */
function useIgnoreOtherDrops() {
  useEffect(() => {
    const ignore = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
}
