import { t } from '@lingui/core/macro';
import type { Attachment } from '@lop-xanh/contract/posts';
import { formatDate } from '@lop-xanh/contract/rules/dates';
import { limits } from '@lop-xanh/contract/rules/limits';
import { VisuallyHidden } from '@mantine/core';
import { IconHeartFilled } from '@tabler/icons-react';
import { useId } from 'react';
import { postPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { Prose } from '../../ui/prose.tsx';
import type { OptimisticPost } from './local-posts.ts';
import classes from './memory-post.module.css';
import { Thumbnail } from './post-attachments.tsx';

/** A post as its pictures; the whole tile is a link. */
export function MemoryPost({ post, isFirst }: { post: OptimisticPost; isFirst: boolean }) {
  const titleId = useId();
  const { id, title, content, createdAt, attachments, likeCount: likes } = post;
  return (
    <article className={classes.post} aria-labelledby={titleId}>
      {attachments.length > 0 ? (
        <Mosaic attachments={attachments} isFirst={isFirst} />
      ) : (
        <div className={classes.words}>
          <Prose text={content} className={classes.clampedText} />
        </div>
      )}
      <div className={classes.caption}>
        <div className={classes.text}>
          <h3 id={titleId} className={classes.title}>
            <Link to={postPath(id)}>{title || t`Bài viết`}</Link>
          </h3>
          <time className={classes.date} dateTime={createdAt}>
            {formatDate(createdAt)}
          </time>
        </div>
        {likes > 0 && (
          <p className={classes.likes}>
            <IconHeartFilled size={22} aria-hidden />
            <span aria-hidden>{likes}</span>
            <VisuallyHidden>{t`${likes} lượt thích`}</VisuallyHidden>
          </p>
        )}
      </div>
    </article>
  );
}

interface MosaicProps {
  attachments: readonly Attachment[];
  /** On a phone, only the first post of a class shows its first picture large. */
  isFirst: boolean;
}

function Mosaic({ attachments, isFirst }: MosaicProps) {
  const visible = attachments.slice(0, limits.attachmentsOnCard);
  const hiddenCount = attachments.length - visible.length;
  return (
    <div className={classes.mosaic} data-count={visible.length} data-large={isFirst || undefined}>
      {visible.map((attachment, index) => (
        <span key={attachment.id} className={classes.item}>
          <Thumbnail attachment={attachment} isHighPriority={false} />
          {hiddenCount > 0 && index === visible.length - 1 && (
            <span className={classes.more}>+{hiddenCount}</span>
          )}
        </span>
      ))}
    </div>
  );
}
