import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { IconHeart, IconHeartFilled, IconMessage } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { postPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './post-reactions.module.css';
import { useSubmitPostAction } from './posts.api.ts';
import { listTaughtClasses } from './taught-classes.ts';

const SeenCounter = lazyComponent('seen-counter', async () => {
  return (await import('./seen-counter.tsx')).SeenCounter;
});

interface Props {
  post: Post;
  isOnPostPage?: boolean;
}

export function PostReactions({ post, isOnPostPage = false }: Props) {
  const submitAction = useSubmitPostAction();
  // Only a like of this moment pops, not each one that is rendered.
  const [pops, setPops] = useState(false);
  const { likeCount: likes, commentCount: comments } = post;
  const hasCount = likes > 0 || (comments > 0 && !isOnPostPage);
  if (!post.can.like && !hasCount) return null;

  const toggleLike = async () => {
    setPops(true);
    try {
      const outcome = await submitAction({ kind: 'like', post: post.id, liked: !post.liked });
      if (outcome === 'waiting') {
        toast({ kind: 'kept', message: messages.feed.likeFailed, id: 'like' });
      }
    } catch (error) {
      const message = describeError(error, messages.feed.likeFailed);
      toast({ kind: 'error', message, id: 'like' });
    }
  };
  return (
    <div className={classes.reactions}>
      <button
        type="button"
        className={classes.reaction}
        data-kind="like"
        data-pops={pops || undefined}
        aria-pressed={post.liked}
        aria-label={t`Thích, ${likes} lượt`}
        disabled={!post.can.like}
        onClick={() => void toggleLike()}
      >
        {post.liked ? (
          <IconHeartFilled size={22} aria-hidden />
        ) : (
          <IconHeart size={22} aria-hidden />
        )}
        {likes}
      </button>
      {!isOnPostPage && (
        <Link
          to={postPath(post.id)}
          className={classes.reaction}
          aria-label={t`${comments} bình luận`}
        >
          <IconMessage size={22} aria-hidden />
          {comments}
        </Link>
      )}
      <Seen post={post} />
    </div>
  );
}

/** Only for those who answer for the class: its teachers, and the Mods of the school. */
function Seen({ post }: { post: Post }) {
  const user = useUser();
  const { id, status, class_id, authorSchoolId } = post;
  const isOwn =
    user.role === 'Mod'
      ? authorSchoolId === user.school_id
      : user.role === 'Teacher' && listTaughtClasses(user).some((taught) => taught.id === class_id);
  if (!isOwn || class_id === null || status !== 'approved' || id <= 0) return null;
  return (
    <Suspense>
      <SeenCounter post={post} />
    </Suspense>
  );
}
