import { limits } from '@lop-xanh/contract/rules/limits';
import { useId } from 'react';
import { Prose } from '../../ui/prose.tsx';
import { UnsentBadge } from '../../ui/unsent-badge.tsx';
import { AuthorButtons } from './author-buttons.tsx';
import type { OptimisticPost } from './local-posts.ts';
import { ModerationButtons } from './moderation-buttons.tsx';
import classes from './pending-post-card.module.css';
import { PostAttachments } from './post-attachments.tsx';
import { PostByline } from './post-byline.tsx';
import card from './post-card.module.css';
import { Title, useOpenOnClick } from './post-card.tsx';

/** A smaller card for the panel of pending posts. A Mod who can decide on the post sees its whole text. */
export function PendingPostCard({ post }: { post: OptimisticPost }) {
  const titleId = useId();
  const element = useOpenOnClick(post);
  const canDecide = post.can.approve || post.can.reject;
  return (
    <article ref={element} className={card.card} aria-labelledby={titleId}>
      <PostByline post={post}>
        <AuthorButtons post={post} />
      </PostByline>
      {post.isUnsent && <UnsentBadge />}
      <div>
        <h3 id={titleId} className={`${card.title} ${classes.title}`}>
          <Title post={post} />
        </h3>
        <Prose text={post.content} className={canDecide ? classes.fullText : classes.text} />
      </div>
      <PostAttachments
        attachments={post.attachments}
        title={post.title}
        maxShown={limits.attachmentsOnCard}
      />
      <ModerationButtons post={post} isOnCard />
    </article>
  );
}
