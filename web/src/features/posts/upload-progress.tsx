import '@mantine/core/styles/Progress.layer.css';
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
          <Progress.Section value={percent} aria-label="Tiến độ gửi tệp" />
        </Progress.Root>
      </div>
      {progress.state !== 'done' && (
        <Button variant="default" onClick={onCancel}>
          Hủy gửi
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
  if (progress.state === 'done') return 'Đã lưu';
  if (progress.state !== 'uploading') return 'Đang chuẩn bị ảnh…';
  return progress.fraction < 1 ? `Đang gửi ${toPercent(progress)}%` : 'Đang xử lý…';
}
