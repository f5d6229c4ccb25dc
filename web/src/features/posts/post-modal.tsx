import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { ApiError, describeError } from '../../lib/api-errors.ts';
import { Modal } from '../../ui/modal.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import type { OptimisticPost } from './local-posts.ts';
import { ModerationButtons } from './moderation-buttons.tsx';
import { useOptimisticPost } from './optimistic-posts.ts';
import { PostAttachments } from './post-attachments.tsx';
import { PostByline } from './post-byline.tsx';
import { PostMenuButton } from './post-menu-button.tsx';
import classes from './post-modal.module.css';
import { PostStatus } from './post-status.tsx';
import { isPostUnavailable, postQuery } from './posts.api.ts';

interface Props {
  id: number;
  onClose: () => void;
}

/** Shows a post in a dialog, so that a Mod can decide on it or see who did. */
export function PostModal({ id, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    ...postQuery(String(id)),
    refetchOnMount: 'always',
  });
  const optimisticPost = useOptimisticPost(data);
  const [isLightboxOpen, setIsLightboxOpen] = useState(false);
  const post = isPostUnavailable(error) ? undefined : optimisticPost;
  return (
    <Modal
      opened
      onClose={onClose}
      // Escape closes only the lightbox above the modal.
      closeOnEscape={!isLightboxOpen}
      title={post?.title || t`Bài viết`}
      size="lg"
      classNames={{ title: classes.title ?? '' }}
      closeButtonProps={{ 'aria-label': t`Đóng` }}
    >
      <div className={classes.post}>
        {post ? (
          <PostBody post={post} onLightboxChange={setIsLightboxOpen} />
        ) : error ? (
          <PostModalError error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton lines={6} />
        )}
        <div className={classes.buttons}>
          {post && <ModerationButtons post={post} />}
          <Button
            variant="default"
            className={classes.close ?? ''}
            lang={getTextLanguage(t`Close`)}
            onClick={onClose}
          >
            {t`Close`}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

interface PostBodyProps {
  post: OptimisticPost;
  onLightboxChange: (isOpen: boolean) => void;
}

function PostBody({ post, onLightboxChange }: PostBodyProps) {
  return (
    <>
      <PostByline post={post}>
        <PostMenuButton post={post} />
      </PostByline>
      <PostStatus post={post} isApprovalShown />
      <Prose text={post.content} />
      <PostAttachments attachments={post.attachments} onLightboxChange={onLightboxChange} />
    </>
  );
}

function PostModalError({ error, retry }: { error: Error; retry: () => void }) {
  const isGone = error instanceof ApiError && error.status === 404;
  if (isGone) return <ErrorState message={messages.post.notFound} />;
  return <ErrorState message={describeError(error, messages.post.loadFailed)} retry={retry} />;
}
