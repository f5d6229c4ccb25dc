import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { WeekDraft } from './lesson-draft.ts';
import { fieldId } from './lesson-problems.ts';
import classes from './thumbnail-field.module.css';
import type { ThumbnailUploads } from './use-thumbnail-uploads.ts';
import { WeekPicture } from './week-picture.tsx';

interface Props {
  week: WeekDraft;
  problem: string | undefined;
  uploads: ThumbnailUploads;
  onRemove: () => void;
}

export function ThumbnailField({ week, problem, uploads, onRemove }: Props) {
  const { key, thumbnail } = week;
  const upload = uploads.uploads[key];
  const sending = upload?.state === 'sending' ? upload : undefined;
  const message = upload?.state === 'failed' ? upload.message : problem;
  const errorId = `${fieldId(key, 'thumbnail')}-error`;
  return (
    <div className={classes.thumbnail}>
      {sending ? <PickedPicture picture={sending.picture} /> : <WeekPicture entry={week} />}
      <div className={classes.side}>
        <label className={classes.pick}>
          <IconPhotoPlus size={20} aria-hidden />
          {thumbnail === null ? 'Chọn ảnh đại diện' : 'Đổi ảnh đại diện'}
          <input
            id={fieldId(key, 'thumbnail')}
            type="file"
            accept="image/*"
            aria-invalid={message !== undefined}
            aria-describedby={errorId}
            onChange={(event) => {
              const [picture] = event.currentTarget.files ?? [];
              if (picture) void uploads.send(key, picture);
              // So that the same file can be picked again.
              event.currentTarget.value = '';
            }}
          />
        </label>
        {sending ? (
          <>
            <Progress.Root size="lg">
              <Progress.Section value={sending.part * 100} aria-label="Tiến độ gửi ảnh" />
            </Progress.Root>
            <Button variant="default" onClick={() => uploads.cancel(key)}>
              Hủy gửi
            </Button>
          </>
        ) : (
          thumbnail !== null && (
            <Button variant="subtle" color="clay" onClick={onRemove}>
              Bỏ ảnh
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

/** What was picked, while it is on its way. */
function PickedPicture({ picture }: { picture: File }) {
  const ref = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(picture);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [picture],
  );
  return (
    <span className={classes.picked}>
      <img ref={ref} alt="" />
    </span>
  );
}
