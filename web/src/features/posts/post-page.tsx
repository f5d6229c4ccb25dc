import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messages } from '../../language/messages.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { paths } from '../../lib/paths.ts';
import { Navigate } from '../../lib/routing/navigate.ts';
import { useParams } from '../../lib/routing/route-params.ts';
import { useGoBack } from '../../lib/use-go-back.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { UnsentBadge } from '../../ui/unsent-badge.tsx';
import { AccessDeniedModal } from './access-denied-modal.tsx';
import { AuthorButtons } from './author-buttons.tsx';
import { CommentInput } from './comment-input.tsx';
import type { OptimisticPost } from './local-posts.ts';
import { ModerationButtons } from './moderation-buttons.tsx';
import { useOptimisticPost } from './optimistic-posts.ts';
import { PostAttachments } from './post-attachments.tsx';
import { PostByline } from './post-byline.tsx';
import { PostEditorProvider } from './post-editor-provider.tsx';
import { PostMenuButton } from './post-menu-button.tsx';
import classes from './post-page.module.css';
import { PostPageComments } from './post-page-comments.tsx';
import { PostReactions } from './post-reactions.tsx';
import { PostStatus } from './post-status.tsx';
import { isPostUnavailable, postQuery } from './posts.api.ts';
import { useReportSeen } from './use-report-seen.ts';

export function PostPage() {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(postQuery(id));
  const post = useOptimisticPost(data);
  const isUnavailable = isPostUnavailable(error);

  if (post && !isUnavailable) {
    return (
      <PostEditorProvider>
        <FullPost post={post} />
      </PostEditorProvider>
    );
  }
  const isDeletedLocally = data !== undefined && !isUnavailable;
  if (isDeletedLocally) return <Navigate to={paths.home} />;
  return (
    <div className={classes.page}>
      <PageHeader title={t`Bài viết`} isHidden />
      {error && <BackButton />}
      <Card>
        {isPending ? (
          <Skeleton lines={9} />
        ) : (
          <PostPageError error={error} retry={() => void refetch()} />
        )}
      </Card>
    </div>
  );
}

function FullPost({ post }: { post: OptimisticPost }) {
  const article = useRef<HTMLElement>(null);
  useReportSeen(article, post);
  return (
    <div className={classes.page}>
      <BackButton />
      <article ref={article} className={classes.post}>
        <PostByline post={post}>
          <AuthorButtons post={post} />
          <PostMenuButton post={post} />
        </PostByline>
        <PostStatus post={post} />
        {post.isUnsent && <UnsentBadge />}
        <PageHeader title={post.title || t`Bài viết`} />
        <Prose text={post.content} />
        <PostAttachments attachments={post.attachments} title={post.title} />
        <ModerationButtons post={post} />
        <PostReactions post={post} isOnPostPage />
        <h2 className={classes.heading}>{describeComments(post)}</h2>
        <PostPageComments post={post} />
        <CommentInput post={post} />
      </article>
    </div>
  );
}

function describeComments({ commentCount: count }: Post): string {
  return count === 0 ? t`Bình luận` : t`Bình luận (${count})`;
}

function BackButton() {
  return (
    <Button
      variant="subtle"
      className={classes.back ?? ''}
      leftSection={<IconArrowLeft size={20} aria-hidden />}
      onClick={useGoBack()}
    >
      {t`Quay lại`}
    </Button>
  );
}

function PostPageError({ error, retry }: { error: unknown; retry: () => void }) {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 404) return <ErrorState message={messages.post.notFound} />;
  if (status === 403) {
    return (
      <>
        <ErrorState message={messages.post.denied} />
        <AccessDeniedModal />
      </>
    );
  }
  if (status === 401) {
    return (
      <>
        <ErrorState message={messages.post.unauthenticated} />
        <AccessDeniedModal />
      </>
    );
  }
  return <ErrorState message={messages.post.loadFailed} retry={retry} />;
}
