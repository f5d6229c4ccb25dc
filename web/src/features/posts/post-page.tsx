import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { ApiError } from '../../lib/api-errors.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { NotSent } from '../../ui/not-sent.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { CommentBox } from './comment-box.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { OwnerButtons } from './owner-buttons.tsx';
import { PageComments } from './page-comments.tsx';
import { PostAttachments } from './post-attachments.tsx';
import { PostByline } from './post-byline.tsx';
import { PostEditing } from './post-editing.tsx';
import classes from './post-page.module.css';
import { PostReactions } from './post-reactions.tsx';
import { PostStatus } from './post-status.tsx';
import { PostWarning } from './post-warning.tsx';
import { isRefusedPost, postQuery } from './posts.api.ts';
import { type ShownPost, useShownPost } from './shown-posts.ts';
import { useGoBack } from './use-go-back.ts';

export function PostPage() {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(postQuery(id));
  const post = useShownPost(data);
  const isRefused = isRefusedPost(error);

  if (post && !isRefused) {
    return (
      <PostEditing>
        <WholePost post={post} />
      </PostEditing>
    );
  }
  const isDeletedHere = data !== undefined && !isRefused;
  if (isDeletedHere) return <Navigate to={paths.home} replace />;
  return (
    <div className={classes.page}>
      <PageHeader title="Bài viết" isHidden />
      {error && <BackButton />}
      <Card>
        {isPending ? (
          <Skeleton lines={9} />
        ) : (
          <LoadError error={error} retry={() => void refetch()} />
        )}
      </Card>
    </div>
  );
}

function WholePost({ post }: { post: ShownPost }) {
  return (
    <div className={classes.page}>
      <BackButton />
      <article className={classes.post}>
        <PostByline post={post}>
          <OwnerButtons post={post} />
        </PostByline>
        <PostStatus post={post} />
        {post.isUnsent && <NotSent />}
        <PageHeader title={post.title || 'Bài viết'} />
        <Prose text={post.content} />
        <PostAttachments attachments={post.attachments} />
        <DecisionButtons post={post} place="elsewhere" />
        <PostReactions post={post} isOnOwnPage />
        <h2 className={classes.heading}>Bình luận{countOf(post)}</h2>
        <PageComments post={post} />
        {post.can.comment && <CommentBox postId={post.id} />}
      </article>
    </div>
  );
}

function countOf({ commentCount }: Post): string {
  return commentCount === 0 ? '' : ` (${commentCount})`;
}

function BackButton() {
  return (
    <Button
      variant="subtle"
      className={classes.back ?? ''}
      leftSection={<IconArrowLeft size={20} aria-hidden />}
      onClick={useGoBack()}
    >
      Quay lại
    </Button>
  );
}

function LoadError({ error, retry }: { error: unknown; retry: () => void }) {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 404) return <ErrorState message={messages.post.notFound} />;
  if (status === 403) {
    return (
      <>
        <ErrorState message={messages.post.denied} />
        <PostWarning />
      </>
    );
  }
  if (status === 401) {
    return (
      <>
        <ErrorState message={messages.post.unauthenticated} />
        <PostWarning />
      </>
    );
  }
  return <ErrorState message={messages.post.loadFailed} retry={retry} />;
}
