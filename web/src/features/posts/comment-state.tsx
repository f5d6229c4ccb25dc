import { t } from '@lingui/core/macro';
import type { HoldReason } from '@lop-xanh/contract/comments';
import { type Icon, IconClock, IconEyeOff, IconFlag } from '@tabler/icons-react';
import { useUser } from '../../lib/current-user.ts';
import { CommentDecision } from './comment-decision.tsx';
import classes from './comment-state.module.css';
import type { OptimisticComment } from './local-posts.ts';

interface Props {
  postId: number;
  comment: OptimisticComment;
}

/** Why a comment is not simply visible, for its author and its moderators. */
export function CommentState({ postId, comment }: Props) {
  return (
    <>
      <StateNote comment={comment} />
      {comment.can.approve && <CommentDecision postId={postId} comment={comment} />}
    </>
  );
}

function StateNote({ comment }: Pick<Props, 'comment'>) {
  const { status, reason, decided_by: name } = comment;
  const isOwn = comment.user_id === useUser().id;
  if (status === 'held') {
    const reasons = (comment.held_for ?? []).map(isOwn ? explainToAuthor : nameHoldReason);
    return (
      <Note
        status="held"
        Icon={IconClock}
        title={t`Đang chờ duyệt`}
        text={reasons.join(isOwn ? ' ' : ' · ')}
      />
    );
  }
  if (status === 'hidden') {
    return (
      <Note
        status="hidden"
        Icon={IconEyeOff}
        title={name === null ? t`Đã ẩn` : t`Đã ẩn bởi ${name}`}
        text={reason === null ? '' : t`Lý do: ${reason}`}
      />
    );
  }
  // A visible comment waits for a decision only if it was reported.
  return comment.can.approve ? (
    <Note status="held" Icon={IconFlag} title={t`Có người báo cáo`} />
  ) : null;
}

interface NoteProps {
  status: 'held' | 'hidden';
  Icon: Icon;
  title: string;
  text?: string;
}

function Note({ status, Icon, title, text }: NoteProps) {
  return (
    <div className={classes.note} data-status={status}>
      <strong>
        <Icon size={18} aria-hidden />
        {title}
      </strong>
      {text && <p className={classes.reason}>{text}</p>}
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
