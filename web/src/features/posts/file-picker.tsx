import type { Attachment } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, useEffect, useState } from 'react';
import { toast } from '../../ui/toast.ts';
import classes from './file-picker.module.css';
import { AttachmentPreview, FilePreview } from './file-preview.tsx';
import { addFiles, isSameFile } from './picked-files.ts';

interface Props {
  kept: readonly Attachment[];
  onKeep: (kept: Attachment[]) => void;
  files: readonly File[];
  onFiles: (files: File[]) => void;
  isDisabled: boolean;
}

/** Drop zone, picker and previews; what a post has already stands before what is new. */
export function FilePicker({ kept, onKeep, files, onFiles, isDisabled }: Props) {
  const [isOver, setIsOver] = useState(false);
  useHarmlessDrops();

  const add = (more: Iterable<File>) => {
    const choice = addFiles(files, [...more], limits.attachmentsMax - kept.length);
    for (const message of choice.notices) toast({ kind: 'info', message });
    onFiles(choice.files);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(!isDisabled);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!isDisabled) add(event.dataTransfer.files);
  };
  return (
    <div role="presentation" onDragOver={over} onDragLeave={() => setIsOver(false)} onDrop={drop}>
      <label className={classes.zone} data-over={isOver || undefined}>
        <IconPhotoPlus size={28} aria-hidden />
        <span>
          <strong>Thêm ảnh và video</strong>
          <span className={classes.hint}>
            Kéo thả vào đây hoặc bấm để chọn, nhiều nhất {limits.attachmentsMax}
          </span>
        </span>
        <input
          type="file"
          accept="image/*,video/*"
          multiple
          className={classes.input}
          disabled={isDisabled}
          onChange={(event) => {
            add(event.currentTarget.files ?? []);
            // So that the same file can be picked again after its removal.
            event.currentTarget.value = '';
          }}
        />
      </label>
      {kept.length + files.length > 0 && (
        <ul className={classes.previews} aria-label="Ảnh và video của bài viết">
          {kept.map((attachment) => (
            <AttachmentPreview
              key={attachment.id}
              attachment={attachment}
              isDisabled={isDisabled}
              onRemove={() => onKeep(kept.filter(({ id }) => id !== attachment.id))}
            />
          ))}
          {files.map((file) => (
            <FilePreview
              key={`${file.name} ${file.size}`}
              file={file}
              isDisabled={isDisabled}
              onRemove={() => onFiles(files.filter((other) => !isSameFile(other, file)))}
            />
          ))}
        </ul>
      )}
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
