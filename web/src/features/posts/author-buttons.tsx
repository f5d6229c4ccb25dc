import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { PlainIconButton } from '../../ui/plain-button.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './post-buttons.module.css';
import { useEditPost } from './post-editor-provider.tsx';
import { useSubmitPostAction } from './posts.api.ts';

/** Edit and delete, for the post's author. */
export function AuthorButtons({ post }: { post: Post }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const submitAction = useSubmitPostAction();
  const editPost = useEditPost();
  if (!post.can.edit && !post.can.delete) return null;

  const { title } = post;
  const deletePost = async () => {
    const isConfirmed = await askToConfirm({
      title: messages.feed.confirmDelete,
      message: t`“${title}” cùng ảnh, video và bình luận sẽ bị xóa.`,
      confirmLabel: t`Xóa`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    setIsDeleting(true);
    try {
      const outcome = await submitAction({ kind: 'delete', post: post.id, title });
      const message = t`Đã xóa bài viết`;
      if (outcome === 'sent') {
        toast({ kind: 'success', message });
      } else {
        // The specification asks for both: the failure on the server, and the success on this device.
        toast({ kind: 'kept', message: messages.feed.deleteFailed });
        toast({ kind: 'success', message: `${message} ${messages.feed.offline}` });
      }
    } catch (error) {
      setIsDeleting(false);
      toast({ kind: 'error', message: describeError(error, messages.feed.deleteFailed) });
    }
  };
  return (
    <div className={classes.author}>
      {post.can.edit && (
        <PlainIconButton variant="subtle" aria-label={t`Sửa`} onClick={() => editPost(post)}>
          <IconPencil size={22} />
        </PlainIconButton>
      )}
      {post.can.delete && (
        <PlainIconButton
          variant="subtle"
          aria-label={t`Xóa`}
          isLoading={isDeleting}
          onClick={() => void deletePost()}
        >
          <IconTrash size={22} />
        </PlainIconButton>
      )}
    </div>
  );
}
