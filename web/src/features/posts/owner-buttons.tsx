import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { refusalOr } from '../../lib/api-errors.ts';
import { confirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { PostEditor } from './editor.ts';
import classes from './post-buttons.module.css';
import { useDeletePost } from './posts.api.ts';

interface Props {
  post: Post;
  onDeleted?: () => void;
}

/** What only its author may do with a post. */
export function OwnerButtons({ post, onDeleted }: Props) {
  const [isEditing, setIsEditing] = useState(false);
  const { mutateAsync, isPending } = useDeletePost(post.id);
  if (!post.can.edit && !post.can.delete) return null;

  const remove = async () => {
    const isSure = await confirm({
      title: messages.feed.confirmDelete,
      message: `“${post.title}” cùng ảnh, video và bình luận sẽ bị xóa.`,
      confirm: 'Delete',
      isDanger: true,
    });
    if (!isSure) return;
    try {
      await mutateAsync();
      toast({ kind: 'success', message: 'Đã xóa bài viết' });
      onDeleted?.();
    } catch (error) {
      toast({ kind: 'error', message: refusalOr(messages.feed.deleteFailed, error) });
    }
  };
  return (
    <div className={classes.owner}>
      {post.can.edit && (
        <ActionIcon variant="subtle" aria-label="Edit" onClick={() => setIsEditing(true)}>
          <IconPencil size={22} />
        </ActionIcon>
      )}
      {post.can.delete && (
        <ActionIcon
          variant="subtle"
          aria-label="Delete"
          loading={isPending}
          onClick={() => void remove()}
        >
          <IconTrash size={22} />
        </ActionIcon>
      )}
      <Suspense>
        {isEditing && <PostEditor post={post} onClose={() => setIsEditing(false)} />}
      </Suspense>
    </div>
  );
}
