import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { IconHeart, IconHeartFilled, IconMessage } from '@tabler/icons-react';
import { Link } from 'react-router';
import { refusalOr } from '../../lib/api-errors.ts';
import { postPath } from '../../lib/paths.ts';
import { toast } from '../../ui/toast.ts';
import classes from './post-reactions.module.css';
import { useLikePost } from './posts.api.ts';

interface Props {
  post: Post;
  isOnOwnPage?: boolean;
}

export function PostReactions({ post, isOnOwnPage = false }: Props) {
  const like = useLikePost(post.id);
  const hasCount = post.likeCount > 0 || (post.commentCount > 0 && !isOnOwnPage);
  if (!post.can.like && !hasCount) return null;

  const toggle = () =>
    like.mutate(!post.liked, {
      onError: (error) =>
        toast({ kind: 'error', message: refusalOr(messages.feed.likeFailed, error), id: 'like' }),
    });
  return (
    <div className={classes.reactions}>
      <button
        type="button"
        className={classes.reaction}
        data-kind="like"
        aria-pressed={post.liked}
        aria-label={`Thích, ${post.likeCount} lượt`}
        disabled={!post.can.like}
        onClick={toggle}
      >
        {post.liked ? (
          <IconHeartFilled size={22} aria-hidden />
        ) : (
          <IconHeart size={22} aria-hidden />
        )}
        {post.likeCount}
      </button>
      {!isOnOwnPage && (
        <Link
          to={postPath(post.id)}
          className={classes.reaction}
          aria-label={`${post.commentCount} bình luận`}
        >
          <IconMessage size={22} aria-hidden />
          {post.commentCount}
        </Link>
      )}
    </div>
  );
}
