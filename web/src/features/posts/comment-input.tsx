import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { CommentBox } from './comment-box.tsx';
import classes from './post-comments.module.css';

/** The field for a new comment, or why there is none: whoever may like a post could otherwise comment on it. */
export function CommentInput({ post }: { post: Post }) {
  if (post.can.comment) return <CommentBox postId={post.id} />;
  return post.can.like && <p className={classes.empty}>{t`Bình luận đang tắt`}</p>;
}
