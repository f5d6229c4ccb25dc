import { t } from '@lingui/core/macro';
import { formatFullName } from '@lop-xanh/contract/rules/names';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Prose } from '../../ui/prose.tsx';
import { UnsentBadge } from '../../ui/unsent-badge.tsx';
import type { OptimisticComment } from './optimistic-posts.ts';
import classes from './post-comments.module.css';

interface Props {
  comments: readonly OptimisticComment[];
  hasTimestamps?: boolean;
}

export function PostComments({ comments, hasTimestamps = false }: Props) {
  if (comments.length === 0)
    return (
      <p className={classes.empty} lang={getTextLanguage(messages.feed.noComment)}>
        {messages.feed.noComment}
      </p>
    );
  return (
    <ul className={classes.list} aria-label={t`Bình luận`}>
      {comments.map((comment) => (
        <li key={comment.id} className={classes.comment}>
          <Avatar user={{ ...comment, id: comment.user_id }} size={32} />
          <div className={classes.bubble}>
            <p className={classes.name}>{formatFullName(comment.last_name, comment.first_name)}</p>
            <Prose text={comment.text} />
            {comment.isUnsent && <UnsentBadge />}
            {hasTimestamps && <DateTime className={classes.time} instant={comment.createdAt} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
