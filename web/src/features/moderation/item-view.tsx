import { t } from '@lingui/core/macro';
import type { ModerationItem } from '@lop-xanh/contract/moderation';
import type { Attachment } from '@lop-xanh/contract/posts';
import { formatFullName } from '@lop-xanh/contract/rules/names';
import { IconBlur, IconEye } from '@tabler/icons-react';
import { useId } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Prose } from '../../ui/prose.tsx';
import { PostAttachments, PostByline } from '../posts/public.ts';
import { getKindLabel } from './item-labels.ts';
import classes from './item-view.module.css';

interface Props {
  item: ModerationItem;
  takenBy: string | undefined;
  onLightboxChange?: (isOpen: boolean) => void;
}

/** The whole post with all its files, or a comment with its reports above the post that it is about. */
export function ItemView({ item, takenBy, onLightboxChange }: Props) {
  const titleId = useId();
  const { kind, post, comment } = item;
  return (
    // Scrolls on its own, so that it needs the focus of the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <article className={classes.item} aria-labelledby={titleId} tabIndex={0}>
      {takenBy !== undefined && (
        <p className={classes.taken}>
          <IconEye size={20} aria-hidden />
          {t`${takenBy} cũng đang xem mục này`}
        </p>
      )}
      {comment && (
        <>
          <h2 id={titleId} className={classes.title}>
            {kind === 'held' ? t`Bình luận đang giữ lại` : t`Bình luận bị báo cáo`}
          </h2>
          <Comment item={item} />
          <Reports item={item} />
          <p className={classes.context}>{t`Dưới bài viết`}</p>
        </>
      )}
      <div className={classes.post} data-context={comment ? getKindLabel(kind) : undefined}>
        <PostByline post={post} />
        {comment ? (
          <h3 className={classes.postTitle}>{post.title}</h3>
        ) : (
          <h2 id={titleId} className={classes.title}>
            {post.title || t`Bài viết`}
          </h2>
        )}
        <Prose text={post.content} />
        <PostAttachments
          attachments={post.attachments}
          renderNote={(attachment) => <BlurredFaces attachment={attachment} />}
          {...(onLightboxChange && { onLightboxChange })}
        />
      </div>
      <Audience item={item} />
    </article>
  );
}

/** The author blurred faces before the upload. */
function BlurredFaces({ attachment: { blurredFaces: count } }: { attachment: Attachment }) {
  if (count === 0) return null;
  return (
    <span className={classes.blurred}>
      <IconBlur size={18} aria-hidden />
      {t`${count} khuôn mặt đã làm mờ`}
    </span>
  );
}

function Comment({ item: { comment, kind } }: { item: ModerationItem }) {
  if (!comment) return null;
  return (
    <div className={classes.comment} data-kind={kind}>
      <Avatar user={{ ...comment, id: comment.user_id }} />
      <div className={classes.words}>
        <p className={classes.name}>{formatFullName(comment.last_name, comment.first_name)}</p>
        <Prose text={comment.text} />
        <DateTime className={classes.soft} instant={comment.createdAt} />
      </div>
    </div>
  );
}

function Reports({ item: { reports } }: { item: ModerationItem }) {
  const count = reports.length;
  if (count === 0) return null;
  return (
    <section className={classes.reports}>
      <h3>{t`${count} người báo cáo`}</h3>
      <ul>
        {reports.map(({ reason, at }) => (
          <li key={`${at} ${reason}`}>
            <Prose text={reason} />
            <DateTime className={classes.soft} instant={at} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who will read an approved post. */
function Audience({ item: { post, comment, audience } }: { item: ModerationItem }) {
  if (comment) return null;
  return (
    <p className={classes.audience}>
      <IconEye size={22} aria-hidden />
      {describeAudience(post.class_name, audience)}
    </p>
  );
}

function describeAudience(
  className: string | null,
  { students, parents }: ModerationItem['audience'],
): string {
  if (className === null) return t`Duyệt xong: chỉ giáo viên và quản trị trường đọc được`;
  return t`Duyệt xong: ${students} học sinh lớp ${className} và ${parents} phụ huynh đọc được`;
}
