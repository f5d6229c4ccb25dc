import type { Post } from '@lop-xanh/contract/posts';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import classes from './post-status.module.css';

interface Props {
  post: Post;
  /** Also show the status of an approved post. */
  isApprovalShown?: boolean;
}

export function PostStatus({ post, isApprovalShown = false }: Props) {
  if (post.status === 'approved') {
    if (!isApprovalShown) return null;
    return (
      <p className={classes.status} data-status="approved">
        <IconCheck size={18} aria-hidden />
        Đã được {post.decided_by ?? 'người khác'} duyệt
      </p>
    );
  }
  if (post.status === 'pending') {
    return (
      <p className={classes.status} data-status="pending">
        <IconClock size={18} aria-hidden />
        Đang chờ duyệt
      </p>
    );
  }
  return (
    <div className={classes.status} data-status="rejected">
      <IconX size={18} aria-hidden />
      <p>
        <strong>Bị từ chối</strong>
        {post.decided_by && ` bởi ${post.decided_by}`}
        {post.reason && <span className={classes.reason}>Lý do: {post.reason}</span>}
      </p>
    </div>
  );
}
