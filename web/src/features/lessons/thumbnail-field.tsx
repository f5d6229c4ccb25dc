import { t } from '@lingui/core/macro';
import { Button, Progress } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { WeekDraft } from './lesson-draft.ts';
import { getFieldId } from './lesson-validation.ts';
import classes from './thumbnail-field.module.css';
import type { ThumbnailUploads } from './use-thumbnail-uploads.ts';
import { WeekThumbnail } from './week-thumbnail.tsx';

interface Props {
  week: WeekDraft;
  error: string | undefined;
  uploads: ThumbnailUploads;
  onRemove: () => void;
}

export function ThumbnailField({ week, error, uploads, onRemove }: Props) {
  const { key, thumbnail } = week;
  const upload = uploads.uploads[key];
  const sending = upload?.state === 'sending' ? upload : undefined;
  const message = upload?.state === 'failed' ? upload.message : error;
  const errorId = `${getFieldId(key, 'thumbnail')}-error`;
  return (
    <div className={classes.thumbnail}>
      {sending ? <LocalImage image={sending.image} /> : <WeekThumbnail entry={week} />}
      <div className={classes.side}>
        <label className={classes.pick}>
          <IconPhotoPlus size={20} aria-hidden />
          {thumbnail === null ? t`Chọn ảnh đại diện` : t`Đổi ảnh đại diện`}
          <input
            id={getFieldId(key, 'thumbnail')}
            type="file"
            accept="image/*"
            aria-invalid={message !== undefined}
            aria-describedby={errorId}
            onChange={(event) => {
              const [image] = event.currentTarget.files ?? [];
              if (image) void uploads.send(key, image);
              // Lets the same file be picked again.
              event.currentTarget.value = '';
            }}
          />
        </label>
        {sending ? (
          <>
            <Progress.Root size="lg">
              <Progress.Section value={sending.fraction * 100} aria-label={t`Tiến độ gửi ảnh`} />
            </Progress.Root>
            <Button variant="default" onClick={() => uploads.cancel(key)}>
              {t`Hủy gửi`}
            </Button>
          </>
        ) : (
          thumbnail !== null && (
            <Button variant="subtle" color="clay" onClick={onRemove}>
              {t`Bỏ ảnh`}
            </Button>
          )
        )}
        <p id={errorId} className={classes.error} role="alert">
          {message}
        </p>
      </div>
    </div>
  );
}

/** Previews the picked file during its upload. */
function LocalImage({ image }: { image: File }) {
  const ref = useCallback(
    (element: HTMLImageElement) => {
      const url = URL.createObjectURL(image);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [image],
  );
  return (
    <span className={classes.picked}>
      <img ref={ref} alt="" />
    </span>
  );
}
