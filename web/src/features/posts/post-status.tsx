import type { Post } from '@lop-xanh/contract/posts';
import { IconClock, IconX } from '@tabler/icons-react';
import classes from './post-status.module.css';

/** Says what keeps a post from being read by all; an approved one needs no word. */
export function PostStatus({ post }: { post: Post }) {
  if (post.status === 'approved') return null;
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
