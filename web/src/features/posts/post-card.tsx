import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { memo, Suspense, useEffect, useId, useRef } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { postPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { navigate } from '../../lib/routing/navigate.ts';
import { Prose } from '../../ui/prose.tsx';
import { UnsentBadge } from '../../ui/unsent-badge.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { AuthorButtons } from './author-buttons.tsx';
import { CommentInput } from './comment-input.tsx';
import { ModerationButtons } from './lazy-moderation-buttons.ts';
import type { OptimisticPost } from './local-posts.ts';
import { PostAttachments } from './post-attachments.tsx';
import { PostByline } from './post-byline.tsx';
import classes from './post-card.module.css';
import { PostComments } from './post-comments.tsx';
import { PostMenuButton } from './post-menu-button.tsx';
import { PostReactions } from './post-reactions.tsx';
import { PostStatus } from './post-status.tsx';
import { useReportSeen } from './use-report-seen.ts';

/**
 * A click anywhere on the card opens the post; the keyboard uses the link in its title. Memoized: an action
 * replaces only its own post, so that the other cards of a long feed are not rendered again.
 */
export const PostCard = memo(function PostCard({
  post,
  isFirst,
}: {
  post: OptimisticPost;
  isFirst: boolean;
}) {
  const titleId = useId();
  const card = useOpenOnClick(post);
  useReportSeen(card, post);
  const count = post.commentCount;
  const comments = post.comments.slice(-useMaxComments());
  return (
    <article ref={card} className={classes.card} aria-labelledby={titleId}>
      <PostByline post={post}>
        <AuthorButtons post={post} />
        <PostMenuButton post={post} />
      </PostByline>
      <PostStatus post={post} />
      {post.isUnsent && <UnsentBadge />}
      <div>
        <h3 id={titleId} className={classes.title}>
          <Title post={post} />
        </h3>
        <Content post={post} />
      </div>
      <PostAttachments
        attachments={post.attachments}
        title={post.title}
        maxShown={limits.attachmentsOnCard}
        isHighPriority={isFirst}
      />
      {(post.can.approve || post.can.reject) && (
        <Suspense fallback={<div style={{ height: '2.75rem' }} />}>
          <ModerationButtons post={post} isOnCard />
        </Suspense>
      )}
      <PostReactions post={post} />
      {count > comments.length && (
        <Link to={postPath(post.id)} className={classes.allComments}>
          {t`Xem tất cả ${count} bình luận`}
        </Link>
      )}
      <PostComments postId={post.id} comments={comments} />
      <CommentInput post={post} />
    </article>
  );
});

/** A post that is not on the server yet has no page to link to. */
export function Title({ post: { id, title } }: { post: OptimisticPost }) {
  const text = title || t`Bài viết`;
  return id > 0 ? <Link to={postPath(id)}>{text}</Link> : text;
}

/** Clamps the text on phones, except for a Mod who can decide on the post. */
function Content({ post: { content, can } }: { post: OptimisticPost }) {
  const canDecide = can.approve || can.reject;
  return <Prose text={content} className={canDecide ? undefined : classes.clampedText} />;
}

function useMaxComments(): number {
  const isMobile = useIsMobile();
  const { role } = useUser();
  return role === 'Student' && isMobile
    ? limits.commentsOnMobileStudentCard
    : limits.commentsOnCard;
}

const controlSelector = 'a, button, input, textarea, label, form';

/**
 * Opens the post on a click. Uses a DOM listener, because React's `onClick` also receives clicks in
 * the dialogs that the card opens.
 */
export function useOpenOnClick({ id }: OptimisticPost) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const openPost = ({ target }: Event) => {
      const isSelecting = window.getSelection()?.isCollapsed === false;
      const isOnControl = target instanceof Element && target.closest(controlSelector) !== null;
      if (id > 0 && !isSelecting && !isOnControl) navigate(postPath(id));
    };
    const element = card.current;
    element?.addEventListener('click', openPost);
    return () => element?.removeEventListener('click', openPost);
  }, [id]);
  return card;
}
