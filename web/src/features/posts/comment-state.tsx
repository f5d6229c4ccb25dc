import { t } from '@lingui/core/macro';
import type { HoldReason } from '@lop-xanh/contract/comments';
import { IconClock, IconEyeOff, IconFlag } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import classes from './comment-state.module.css';
import type { OptimisticComment } from './optimistic-posts.ts';

const CommentDecision = lazyComponent('comment-decision', async () => {
  return (await import('./comment-decision.tsx')).CommentDecision;
});

interface Props {
  postId: number;
  comment: OptimisticComment;
}

/** Why a comment is not simply visible, for its author and its moderators. */
export function CommentState({ postId, comment }: Props) {
  return (
    <>
      <StateNote comment={comment} />
      {comment.can.approve && (
        <Suspense fallback={<div className={classes.decision} />}>
          <CommentDecision postId={postId} comment={comment} />
        </Suspense>
      )}
    </>
  );
}

function StateNote({ comment }: Pick<Props, 'comment'>) {
  const { status, reason, decided_by: name, can } = comment;
  const isOwn = comment.user_id === useUser().id;
  if (status === 'held') {
    const reasons = (comment.held_for ?? []).map(isOwn ? explainToAuthor : nameHoldReason);
    return (
      <div className={classes.note} data-status="held">
        <IconClock size={18} aria-hidden />
        <p>
          <strong>{t`Đang chờ duyệt`}</strong>
          <span className={classes.line}>{reasons.join(isOwn ? ' ' : ' · ')}</span>
        </p>
      </div>
    );
  }
  if (status === 'hidden') {
    return (
      <div className={classes.note} data-status="hidden">
        <IconEyeOff size={18} aria-hidden />
        <p>
          <strong>{name === null ? t`Đã ẩn` : t`Đã ẩn bởi ${name}`}</strong>
          {reason && <span className={classes.line}>{t`Lý do: ${reason}`}</span>}
        </p>
      </div>
    );
  }
  if (!can.approve) return null;
  return (
    <div className={classes.note} data-status="held">
      <IconFlag size={18} aria-hidden />
      <p>
        <strong>{t`Có người báo cáo`}</strong>
      </p>
    </div>
  );
}

function explainToAuthor(reason: HoldReason): string {
  switch (reason) {
    case 'link':
      return t`Bình luận có đường dẫn nên thầy cô xem trước.`;
    case 'phone':
      return t`Bình luận có số điện thoại nên thầy cô xem trước.`;
    case 'word':
      return t`Bình luận có từ cần thầy cô xem trước.`;
    case 'setting':
      return t`Thầy cô xem mọi bình luận trước khi hiện.`;
  }
}

function nameHoldReason(reason: HoldReason): string {
  switch (reason) {
    case 'link':
      return t`Có đường dẫn`;
    case 'phone':
      return t`Có số điện thoại`;
    case 'word':
      return t`Có từ trong danh sách`;
    case 'setting':
      return t`Theo cài đặt bình luận`;
  }
}
