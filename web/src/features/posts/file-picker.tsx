import { t } from '@lingui/core/macro';
import type { Attachment } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { IconPhotoPlus } from '@tabler/icons-react';
import { DropZone } from '../../ui/drop-zone.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { addFiles, isSameFile } from './add-files.ts';
import classes from './file-picker.module.css';
import { AttachmentPreview, FilePreview } from './file-preview.tsx';

interface Props {
  /** The attachments that the post already has. */
  attachments: readonly Attachment[];
  onAttachmentsChange: (attachments: Attachment[]) => void;
  /** The files to add. */
  files: readonly File[];
  onFilesChange: (files: File[]) => void;
  onBlurFaces: (file: File) => void;
  isDisabled: boolean;
}

export function FilePicker({
  attachments,
  onAttachmentsChange,
  files,
  onFilesChange,
  onBlurFaces,
  isDisabled,
}: Props) {
  const max = limits.maxAttachments;
  const isMobile = useIsMobile();
  const addPickedFiles = (picked: File[]) => {
    const selection = addFiles(files, picked, max - attachments.length);
    for (const message of selection.notices) toast({ kind: 'info', message });
    onFilesChange(selection.files);
  };
  return (
    <>
      <DropZone
        icon={IconPhotoPlus}
        title={t`Thêm ảnh và video`}
        hint={
          isMobile
            ? t`Bấm để chọn, nhiều nhất ${max}`
            : t`Kéo thả vào đây hoặc bấm để chọn, nhiều nhất ${max}`
        }
        accept="image/*,video/*"
        isMultiple
        isDisabled={isDisabled}
        onFiles={addPickedFiles}
      />
      {attachments.length + files.length > 0 && (
        <ul className={classes.previews} aria-label={t`Ảnh và video của bài viết`}>
          {attachments.map((attachment) => (
            <AttachmentPreview
              key={attachment.id}
              attachment={attachment}
              isDisabled={isDisabled}
              onRemove={() =>
                onAttachmentsChange(attachments.filter(({ id }) => id !== attachment.id))
              }
            />
          ))}
          {files.map((file) => (
            <FilePreview
              key={`${file.name} ${file.size}`}
              file={file}
              isDisabled={isDisabled}
              onBlurFaces={() => onBlurFaces(file)}
              onRemove={() => onFilesChange(files.filter((other) => !isSameFile(other, file)))}
            />
          ))}
        </ul>
      )}
    </>
  );
}
