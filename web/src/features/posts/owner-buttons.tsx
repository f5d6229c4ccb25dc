import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { confirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import classes from './post-buttons.module.css';
import { useEditPost } from './post-editing.tsx';
import { usePostAct } from './posts.api.ts';

/** What only its author may do with a post. */
export function OwnerButtons({ post }: { post: Post }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const act = usePostAct();
  const edit = useEditPost();
  if (!post.can.edit && !post.can.delete) return null;

  const remove = async () => {
    const isSure = await confirm({
      title: messages.feed.confirmDelete,
      message: `“${post.title}” cùng ảnh, video và bình luận sẽ bị xóa.`,
      confirm: 'Delete',
      isDanger: true,
    });
    if (!isSure) return;
    setIsDeleting(true);
    try {
      const outcome = await act({ kind: 'delete', post: post.id, title: post.title });
      if (outcome === 'waiting') toast({ kind: 'error', message: messages.feed.deleteFailed });
      const where = outcome === 'waiting' ? ` ${messages.feed.offline}` : '';
      toast({ kind: 'success', message: `Đã xóa bài viết${where}` });
    } catch (error) {
      setIsDeleting(false);
      toast({ kind: 'error', message: errorMessageOr(messages.feed.deleteFailed, error) });
    }
  };
  return (
    <div className={classes.owner}>
      {post.can.edit && (
        <ActionIcon variant="subtle" aria-label="Edit" onClick={() => edit(post)}>
          <IconPencil size={22} />
        </ActionIcon>
      )}
      {post.can.delete && (
        <ActionIcon
          variant="subtle"
          aria-label="Delete"
          loading={isDeleting}
          onClick={() => void remove()}
        >
          <IconTrash size={22} />
        </ActionIcon>
      )}
    </div>
  );
}
