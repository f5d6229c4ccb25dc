import { limits } from '@lop-xanh/contract/rules/limits';
import { useEffect, useId, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { postPath } from '../../lib/paths.ts';
import { useUser } from '../../lib/visitor.ts';
import { NotSent } from '../../ui/not-sent.tsx';
import { Prose } from '../../ui/prose.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { CommentBox } from './comment-box.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { OwnerButtons } from './owner-buttons.tsx';
import { PostAttachments } from './post-attachments.tsx';
import { PostByline } from './post-byline.tsx';
import classes from './post-card.module.css';
import { PostComments } from './post-comments.tsx';
import { PostReactions } from './post-reactions.tsx';
import { PostStatus } from './post-status.tsx';
import type { ShownPost } from './shown-posts.ts';

/** A post in a list; its title is the link for the keyboard, all of it for the pointer. */
export function PostCard({ post, isFirst }: { post: ShownPost; isFirst: boolean }) {
  const titleId = useId();
  const card = useOpenByClick(post);
  const comments = post.comments.slice(-useCommentsOnCard());
  return (
    <article ref={card} className={classes.card} aria-labelledby={titleId}>
      <PostByline post={post}>
        <OwnerButtons post={post} />
      </PostByline>
      <PostStatus post={post} />
      {post.isUnsent && <NotSent />}
      <div>
        <h3 id={titleId} className={classes.title}>
          <Title post={post} />
        </h3>
        <Content post={post} />
      </div>
      <PostAttachments
        attachments={post.attachments}
        most={limits.attachmentsOnCard}
        isUrgent={isFirst}
      />
      <DecisionButtons post={post} place="feed" />
      <PostReactions post={post} />
      {post.commentCount > comments.length && (
        <Link to={postPath(post.id)} className={classes.all}>
          Xem tất cả {post.commentCount} bình luận
        </Link>
      )}
      <PostComments comments={comments} />
      {post.can.comment && <CommentBox postId={post.id} />}
    </article>
  );
}

/** A post that only this device knows has no page yet. */
function Title({ post: { id, title } }: { post: ShownPost }) {
  const words = title || 'Bài viết';
  return id > 0 ? <Link to={postPath(id)}>{words}</Link> : words;
}

/** Cut short where there is little room, but never for whoever decides on it. */
function Content({ post: { content, can } }: { post: ShownPost }) {
  const isWhole = can.approve || can.reject;
  return <Prose text={content} className={isWhole ? classes.whole : classes.content} />;
}

/** The same for one that waits, small enough for the panel. */
export function PendingCard({ post }: { post: ShownPost }) {
  const titleId = useId();
  const card = useOpenByClick(post);
  return (
    <article ref={card} className={classes.card} aria-labelledby={titleId} data-small>
      <PostByline post={post}>
        <OwnerButtons post={post} />
      </PostByline>
      {post.isUnsent && <NotSent />}
      <div>
        <h3 id={titleId} className={classes.title}>
          <Title post={post} />
        </h3>
        <Content post={post} />
      </div>
      <PostAttachments attachments={post.attachments} most={limits.attachmentsOnCard} />
      <DecisionButtons post={post} place="feed" />
    </article>
  );
}

function useCommentsOnCard(): number {
  const isMobile = useIsMobile();
  const { role } = useUser();
  return role === 'Student' && isMobile
    ? limits.commentsOnMobileStudentCard
    : limits.commentsOnCard;
}

const controls = 'a, button, input, textarea, label, form';

/** A listener of its own: React would also hand the card the clicks in dialogs that it opened. */
function useOpenByClick({ id }: ShownPost) {
  const card = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const open = ({ target }: Event) => {
      const isSelecting = window.getSelection()?.isCollapsed === false;
      const isOnControl = target instanceof Element && target.closest(controls) !== null;
      if (id > 0 && !isSelecting && !isOnControl) void navigate(postPath(id));
    };
    const element = card.current;
    element?.addEventListener('click', open);
    return () => element?.removeEventListener('click', open);
  }, [id, navigate]);
  return card;
}
