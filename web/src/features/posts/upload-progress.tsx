import '@mantine/core/styles/Progress.layer.css';
import { Progress as Bar, Button } from '@mantine/core';
import classes from './post-editor.module.css';
import type { Progress } from './use-post-submission.ts';

interface Props {
  progress: Progress;
  hasFiles: boolean;
  onCancel: () => void;
}

/** One bar over all files. */
export function UploadProgress({ progress, hasFiles, onCancel }: Props) {
  if (progress.state === 'idle' || !hasFiles) return null;
  const percent = percentOf(progress);
  return (
    <div className={classes.progress}>
      <div className={classes.words}>
        <span role="status">{wordsFor(progress)}</span>
        <Bar.Root className={classes.bar ?? ''} size="lg">
          <Bar.Section value={percent} aria-label="Tiến độ gửi tệp" />
        </Bar.Root>
      </div>
      {progress.state !== 'saved' && (
        <Button variant="default" onClick={onCancel}>
          Hủy gửi
        </Button>
      )}
    </div>
  );
}

function percentOf(progress: Progress): number {
  if (progress.state === 'saved') return 100;
  return progress.state === 'sending' ? Math.round(progress.part * 100) : 0;
}

function wordsFor(progress: Progress): string {
  if (progress.state === 'saved') return 'Đã lưu';
  if (progress.state !== 'sending') return 'Đang chuẩn bị ảnh…';
  return progress.part < 1 ? `Đang gửi ${percentOf(progress)}%` : 'Đang xử lý…';
}
