import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { IconHeart, IconHeartFilled, IconMessage } from '@tabler/icons-react';
import { Link } from 'react-router';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { postPath } from '../../lib/paths.ts';
import { toast } from '../../ui/toast.ts';
import classes from './post-reactions.module.css';
import { useSubmitPostAction } from './posts.api.ts';

interface Props {
  post: Post;
  isOnPostPage?: boolean;
}

export function PostReactions({ post, isOnPostPage = false }: Props) {
  const submitAction = useSubmitPostAction();
  const { likeCount: likes, commentCount: comments } = post;
  const hasCount = likes > 0 || (comments > 0 && !isOnPostPage);
  if (!post.can.like && !hasCount) return null;

  const showError = (message: string) => toast({ kind: 'error', message, id: 'like' });
  const toggleLike = async () => {
    try {
      const outcome = await submitAction({ kind: 'like', post: post.id, liked: !post.liked });
      if (outcome === 'waiting') showError(messages.feed.likeFailed);
    } catch (error) {
      showError(describeError(error, messages.feed.likeFailed));
    }
  };
  return (
    <div className={classes.reactions}>
      <button
        type="button"
        className={classes.reaction}
        data-kind="like"
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
    </div>
  );
}
