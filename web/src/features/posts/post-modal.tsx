import '../../ui/modal-styles.ts';
import { messages } from '@lop-xanh/contract/messages';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorMessageOr } from '../../lib/api-errors.ts';
import { Prose } from '../../ui/prose.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { PostAttachments } from './post-attachments.tsx';
import { PostByline } from './post-byline.tsx';
import classes from './post-modal.module.css';
import { PostStatus } from './post-status.tsx';
import { isRefusedPost, postQuery } from './posts.api.ts';
import { type ShownPost, useShownPost } from './shown-posts.ts';

interface Props {
  id: number;
  onClose: () => void;
}

/** A post over another page, as it is now: to decide on, or to see who has decided. */
export function PostModal({ id, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    ...postQuery(String(id)),
    refetchOnMount: 'always',
  });
  const post = useShownPost(data);
  const [isViewing, setIsViewing] = useState(false);
  const shown = isRefusedPost(error) ? undefined : post;
  return (
    <Modal
      opened
      onClose={onClose}
      // The viewer above it takes the key for itself.
      closeOnEscape={!isViewing}
      title={shown?.title || 'Bài viết'}
      size="lg"
      classNames={{ title: classes.title ?? '' }}
      closeButtonProps={{ 'aria-label': 'Đóng' }}
    >
      <div className={classes.post}>
        {shown ? (
          <Body post={shown} onView={setIsViewing} />
        ) : error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton lines={6} />
        )}
        <div className={classes.buttons}>
          {shown && <DecisionButtons post={shown} place="elsewhere" />}
          <Button variant="default" className={classes.close ?? ''} onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function Body({ post, onView }: { post: ShownPost; onView: (isViewing: boolean) => void }) {
  return (
    <>
      <PostByline post={post} />
      <PostStatus post={post} hasApproval />
      <Prose text={post.content} />
      <PostAttachments attachments={post.attachments} onView={onView} />
    </>
  );
}

function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const isGone = error instanceof ApiError && error.status === 404;
  if (isGone) return <ErrorState message={messages.post.notFound} />;
  return <ErrorState message={errorMessageOr(messages.post.loadFailed, error)} retry={retry} />;
}
