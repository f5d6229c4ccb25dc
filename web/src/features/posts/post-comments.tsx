import { t } from '@lingui/core/macro';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { CommentItem } from './comment-item.tsx';
import type { OptimisticComment } from './local-posts.ts';
import classes from './post-comments.module.css';

interface Props {
  postId: number;
  comments: readonly OptimisticComment[];
  hasTimestamps?: boolean;
}

export function PostComments({ postId, comments, hasTimestamps = false }: Props) {
  if (comments.length === 0)
    return (
      <p className={classes.empty} lang={getTextLanguage(messages.feed.noComment)}>
        {messages.feed.noComment}
      </p>
    );
  return (
    <ul className={classes.list} aria-label={t`Bình luận`}>
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          postId={postId}
          comment={comment}
          hasTimestamp={hasTimestamps}
        />
      ))}
    </ul>
  );
}
