import { t } from '@lingui/core/macro';
import type { HoldReason } from '@lop-xanh/contract/comments';
import type { ModerationItem, ModerationKind } from '@lop-xanh/contract/moderation';
import { formatFullName } from '@lop-xanh/contract/rules/names';
import { type Icon, IconFlag, IconMessage2Pause, IconPhoto } from '@tabler/icons-react';
import { isVideo } from '../../ui/lightbox.tsx';

export const kindIcons: Record<ModerationKind, Icon> = {
  post: IconPhoto,
  held: IconMessage2Pause,
  reported: IconFlag,
};

/** The short name of a kind, for the badge of an item. */
export function getKindLabel(kind: ModerationKind): string {
  const labels = {
    post: t`Bài chờ`,
    // Elsewhere the same words are the button that keeps a comment.
    held: t({ message: 'Giữ lại', context: 'kind' }),
    reported: t`Báo cáo`,
  };
  return labels[kind];
}

export function getFilterLabel(kind: ModerationKind): string {
  const labels = { post: t`Bài chờ duyệt`, held: t`Bình luận giữ lại`, reported: t`Bị báo cáo` };
  return labels[kind];
}

function getAuthor({ post, comment }: ModerationItem): string {
  return comment ? formatFullName(comment.last_name, comment.first_name) : post.author_display;
}

/** A post by its title, a comment by its words. */
export function getTitle({ post, comment }: ModerationItem): string {
  const words = comment?.text;
  return words === undefined ? post.title || t`Bài viết` : t`“${words}”`;
}

/** The author, and what is special about the item. */
export function describeItem(item: ModerationItem): string {
  return [getAuthor(item), ...listDetails(item)].join(' · ');
}

function listDetails({ kind, post, comment, reports }: ModerationItem): string[] {
  switch (kind) {
    case 'post': {
      const videoCount = post.attachments.filter(isVideo).length;
      const photoCount = post.attachments.length - videoCount;
      return [
        ...(photoCount > 0 ? [t`${photoCount} ảnh`] : []),
        ...(videoCount > 0 ? [t`${videoCount} video`] : []),
      ];
    }
    case 'held':
      return (comment?.held_for ?? []).map(describeFinding);
    case 'reported': {
      const count = reports.length;
      return [t`${count} người báo cáo`];
    }
  }
}

export function describeFinding(reason: HoldReason): string {
  const texts = {
    link: t`Có liên kết`,
    phone: t`Có số điện thoại`,
    word: t`Có từ cần giữ`,
    setting: t`Lớp này duyệt mọi bình luận`,
  };
  return texts[reason];
}
