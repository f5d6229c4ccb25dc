import type { Attachment } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { IconPhotoPlus } from '@tabler/icons-react';
import { DropZone } from '../../ui/drop-zone.tsx';
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
  const add = (more: File[]) => {
    const choice = addFiles(files, more, limits.attachmentsMax - kept.length);
    for (const message of choice.notices) toast({ kind: 'info', message });
    onFiles(choice.files);
  };
  return (
    <>
      <DropZone
        icon={IconPhotoPlus}
        title="Thêm ảnh và video"
        hint={`Kéo thả vào đây hoặc bấm để chọn, nhiều nhất ${limits.attachmentsMax}`}
        accept="image/*,video/*"
        isMultiple
        isDisabled={isDisabled}
        onFiles={add}
      />
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
    </>
  );
}
