import { messages } from '@lop-xanh/contract/messages';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { fullName } from '@lop-xanh/contract/rules/names';
import { Avatar } from '../../ui/avatar.tsx';
import { NotSent } from '../../ui/not-sent.tsx';
import { Prose } from '../../ui/prose.tsx';
import classes from './post-comments.module.css';
import type { ShownComment } from './shown-posts.ts';

interface Props {
  comments: readonly ShownComment[];
  hasTimes?: boolean;
}

export function PostComments({ comments, hasTimes = false }: Props) {
  if (comments.length === 0) return <p className={classes.none}>{messages.feed.noComment}</p>;
  return (
    <ul className={classes.list} aria-label="Bình luận">
      {comments.map((comment) => (
        <li key={comment.id} className={classes.comment}>
          <Avatar person={{ ...comment, id: comment.user_id }} size={32} />
          <div className={classes.bubble}>
            <p className={classes.name}>{fullName(comment.last_name, comment.first_name)}</p>
            <Prose text={comment.text} />
            {comment.isUnsent && <NotSent />}
            {hasTimes && (
              <time className={classes.time} dateTime={comment.createdAt}>
                {formatDateTime(comment.createdAt)}
              </time>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
