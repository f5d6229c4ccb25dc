import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { DecisionEntry } from './decisions.ts';
import { Key } from './key.tsx';
import classes from './undo-bar.module.css';

interface Props {
  batch: readonly DecisionEntry[];
  onUndo: () => void;
}

/** The last decision, with a line that shrinks until it is sent. */
export function UndoBar({ batch, onUndo }: Props) {
  const [last] = batch;
  return (
    <div aria-live="polite">
      {last && (
        <div className={classes.bar}>
          <IconCircleCheck size={20} aria-hidden />
          <p className={classes.text}>{describeBatch(batch)}</p>
          <button type="button" className={classes.undo} onClick={onUndo}>
            {t`Hoàn tác`}
            <Key name="Z" />
          </button>
          <RemainingTime key={last.notBefore} until={last.notBefore ?? 0} />
        </div>
      )}
    </div>
  );
}

/** After an undo, the decision before it has less than its whole time left. */
function RemainingTime({ until }: { until: number }) {
  const [start] = useState(Date.now);
  const elapsedMs = limits.undoDecisionMs - (until - start);
  return (
    <span
      className={classes.time}
      style={{
        animationDuration: `${limits.undoDecisionMs}ms`,
        animationDelay: `${-elapsedMs}ms`,
      }}
    />
  );
}

function describeBatch(batch: readonly DecisionEntry[]): string {
  const [first] = batch;
  const count = batch.length;
  const isApproval = first?.action.kind.startsWith('approve') ?? false;
  if (count > 1) return isApproval ? t`Đã duyệt ${count} mục` : t`Đã từ chối ${count} mục`;
  const title = first && 'title' in first.action ? first.action.title : undefined;
  if (title === undefined) return isApproval ? t`Đã duyệt bình luận` : t`Đã ẩn bình luận`;
  return isApproval ? t`Đã duyệt “${title}”` : t`Đã từ chối “${title}”`;
}
