import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { IconEye, IconEyeOff, IconFlag, IconTrash } from '@tabler/icons-react';
import type { MenuTarget } from '../../ui/lazy-menu.tsx';
import { OpenMenu } from '../../ui/open-menu.tsx';
import { getCommentMenu } from './comment-abilities.ts';
import type { OptimisticComment } from './local-posts.ts';
import { useCommentActions } from './use-comment-actions.ts';

interface Props {
  button: MenuTarget;
  postId: number;
  comment: OptimisticComment;
}

export function CommentMenu({ button, postId, comment }: Props) {
  const actions = useCommentActions(postId, comment);
  const can = getCommentMenu(comment);
  return (
    <OpenMenu button={button}>
      {can.restore && (
        <Menu.Item
          leftSection={<IconEye size={20} aria-hidden />}
          onClick={() => void actions.restore()}
        >
          {t`Hiện lại bình luận`}
        </Menu.Item>
      )}
      {can.hide && (
        <Menu.Item
          leftSection={<IconEyeOff size={20} aria-hidden />}
          onClick={() => void actions.hide()}
        >
          {t`Ẩn bình luận…`}
        </Menu.Item>
      )}
      {can.report && (
        <Menu.Item
          leftSection={<IconFlag size={20} aria-hidden />}
          onClick={() => void actions.report()}
        >
          {t`Báo cáo bình luận…`}
        </Menu.Item>
      )}
      {can.delete && (
        <Menu.Item
          c="var(--clay-text)"
          leftSection={<IconTrash size={20} aria-hidden />}
          onClick={() => void actions.deleteComment()}
        >
          {t`Xóa bình luận…`}
        </Menu.Item>
      )}
    </OpenMenu>
  );
}
