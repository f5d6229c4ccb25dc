import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress as ProgressBar } from '@mantine/core';
import classes from './post-editor.module.css';
import type { Progress } from './use-post-submission.ts';

interface Props {
  progress: Progress;
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
        <ProgressBar.Root className={classes.bar ?? ''} size="lg">
          <ProgressBar.Section value={percent} aria-label="Tiến độ gửi tệp" />
        </ProgressBar.Root>
      </div>
      {progress.state !== 'saved' && (
        <Button variant="default" onClick={onCancel}>
          Hủy gửi
        </Button>
      )}
    </div>
  );
}

function toPercent(progress: Progress): number {
  if (progress.state === 'saved') return 100;
  return progress.state === 'sending' ? Math.round(progress.fraction * 100) : 0;
}

function describeProgress(progress: Progress): string {
  if (progress.state === 'saved') return 'Đã lưu';
  if (progress.state !== 'sending') return 'Đang chuẩn bị ảnh…';
  return progress.fraction < 1 ? `Đang gửi ${toPercent(progress)}%` : 'Đang xử lý…';
}
