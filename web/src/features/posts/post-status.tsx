import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { IconCheck, IconClock, IconWorldOff, IconX } from '@tabler/icons-react';
import classes from './post-status.module.css';

interface Props {
  post: Post;
  /** Also show the status of an approved post. */
  isApprovalShown?: boolean;
}

export function PostStatus({ post, isApprovalShown = false }: Props) {
  const { reason } = post;
  const mod = post.decided_by ?? t`người khác`;
  if (post.status === 'approved') {
    if (!isApprovalShown) return null;
    return (
      <p className={classes.status} data-status="approved">
        <IconCheck size={18} aria-hidden />
        {t`Đã được ${mod} duyệt`}
      </p>
    );
  }
  if (post.status === 'pending') {
    return (
      <p className={classes.status} data-status="pending">
        <IconClock size={18} aria-hidden />
        {t`Đang chờ duyệt`}
      </p>
    );
  }
  const isWithdrawn = post.status === 'withdrawn';
  const Icon = isWithdrawn ? IconWorldOff : IconX;
  return (
    <div className={classes.status} data-status="rejected">
      <Icon size={18} aria-hidden />
      <p>
        <strong>{isWithdrawn ? describeWithdrawal(post) : describeRejection(post)}</strong>
        {reason && <span className={classes.reason}>{t`Lý do: ${reason}`}</span>}
      </p>
    </div>
  );
}

function describeRejection({ decided_by: mod }: Post): string {
  return mod ? t`Bị ${mod} từ chối` : t`Bị từ chối`;
}

/** Teachers also see the withdrawn posts of others, but not who withdrew them. */
function describeWithdrawal({ decided_by: mod }: Post): string {
  return mod ? t`Đã gỡ bởi ${mod}` : t`Đã gỡ`;
}
