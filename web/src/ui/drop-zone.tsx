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

/** Where files are dropped or picked. */
export function DropZone({
  icon: Icon,
  title,
  hint,
  accept,
  isMultiple,
  isDisabled,
  onFiles,
}: Props) {
  const [isOver, setIsOver] = useState(false);
  useHarmlessDrops();

  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(!isDisabled);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!isDisabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div role="presentation" onDragOver={over} onDragLeave={() => setIsOver(false)} onDrop={drop}>
      <label className={classes.zone} data-over={isOver || undefined}>
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
            // So that the same file can be picked again after its removal.
            event.currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}

/** A file dropped beside the zone would take the browser to it, and the writing away. */
function useHarmlessDrops() {
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
