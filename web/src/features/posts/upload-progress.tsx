import { t } from '@lingui/core/macro';
import { Button, Progress } from '@mantine/core';
import classes from './post-editor.module.css';
import type { SubmissionProgress } from './use-post-submission.ts';

interface Props {
  progress: SubmissionProgress;
  hasFiles: boolean;
  onCancel: () => void;
}

export function UploadProgress({ progress, hasFiles, onCancel }: Props) {
  if (progress.state === 'idle' || !hasFiles) return null;
  const percent = toPercent(progress);
  return (
    <div className={classes.progress}>
      <div className={classes.text}>
        <span role="status">{describeProgress(progress)}</span>
        <Progress.Root className={classes.bar ?? ''} size="lg">
          <Progress.Section value={percent} aria-label={t`Tiến độ gửi tệp`} />
        </Progress.Root>
      </div>
      {progress.state !== 'done' && (
        <Button variant="default" onClick={onCancel}>
          {t`Hủy gửi`}
        </Button>
      )}
    </div>
  );
}

function toPercent(progress: SubmissionProgress): number {
  if (progress.state === 'done') return 100;
  return progress.state === 'uploading' ? Math.round(progress.fraction * 100) : 0;
}

function describeProgress(progress: SubmissionProgress): string {
  if (progress.state === 'done') return t`Đã lưu`;
  if (progress.state !== 'uploading') return t`Đang chuẩn bị ảnh…`;
  const percent = toPercent(progress);
  return progress.fraction < 1 ? t`Đang gửi ${percent}%` : t`Đang xử lý…`;
}
