import { t } from '@lingui/core/macro';
import { formatFullName } from '@lop-xanh/contract/rules/names';
import { IconEyeOff } from '@tabler/icons-react';
import { Suspense } from 'react';
import { messages } from '../../language/messages.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { Prose } from '../../ui/prose.tsx';
import { UnsentBadge } from '../../ui/unsent-badge.tsx';
import { PersonLink } from '../people/public.ts';
import { hasCommentMenu } from './comment-abilities.ts';
import { CommentMenu } from './lazy-comment-menu.ts';
import type { OptimisticComment } from './local-posts.ts';
import classes from './post-comments.module.css';

/** Few comments are anything but visible. */
const CommentState = lazyComponent('comment-state', async () => {
  return (await import('./comment-state.tsx')).CommentState;
});

interface Props {
  postId: number;
  comment: OptimisticComment;
  hasTimestamp: boolean;
}

export function CommentItem({ postId, comment, hasTimestamp }: Props) {
  // Only its author, moderators and Admins get the reason, and with it the words.
  const isHiddenFromUser = comment.status === 'hidden' && comment.reason === null;
  if (isHiddenFromUser) {
    return (
      <li className={`${classes.comment} ${classes.empty}`}>
        <IconEyeOff size={18} aria-hidden />
        {messages.feed.commentHidden}
      </li>
    );
  }
  const name = formatFullName(comment.last_name, comment.first_name);
  return (
    <li className={classes.comment}>
      <Avatar user={{ ...comment, id: comment.user_id }} size={32} />
      <div className={classes.bubble} data-status={comment.status}>
        <div className={classes.head}>
          <p className={classes.name}>
            <PersonLink id={comment.user_id} role={comment.authorRole ?? null} isPlain>
              {name}
            </PersonLink>
          </p>
          {hasCommentMenu(comment) && (
            <LazyMenu label={t`Việc khác với bình luận của ${name}`} preload={CommentMenu.preload}>
              {(button) => <CommentMenu button={button} postId={postId} comment={comment} />}
            </LazyMenu>
          )}
        </div>
        <Prose text={comment.text} />
        {comment.isUnsent && <UnsentBadge />}
        {(comment.status !== 'visible' || comment.can.approve) && (
          <Suspense>
            <CommentState postId={postId} comment={comment} />
          </Suspense>
        )}
        {hasTimestamp && <DateTime className={classes.time} instant={comment.createdAt} />}
      </div>
    </li>
  );
}
