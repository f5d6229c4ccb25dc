import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import type { ActionDescription, ActionSender } from '../../lib/outbox/outbox.ts';
import { toast } from '../../ui/toast.ts';
import { normalizeComment, normalizePost } from './normalize-posts.ts';
import type { PostAction, PostActionResponse } from './post-actions.ts';
import {
  addOwnPost,
  invalidatePendingPosts,
  removeComment,
  removePost,
  replacePost,
  restartFetchesInProgress,
  updateComment,
  updatePost,
} from './posts.cache.ts';
import { signalPostsChanged } from './posts-changed-signal.ts';
import { rebaseAction } from './rebase-action.ts';
import { sendPostAction } from './send-post-action.ts';

export const postFeature = 'posts';

/** Sends the post actions in the outbox and updates the query cache with the responses. */
export function createPostSender(client: QueryClient): ActionSender {
  return {
    feature: postFeature,
    send: ({ action, key }, transfer) => sendPostAction(action as PostAction, key, transfer),
    onResponse: (_, response) => {
      updateCache(client, response as PostActionResponse);
      explainIfHeld(response as PostActionResponse);
      restartFetchesInProgress(client);
      signalPostsChanged();
    },
    rebaseLaterAction: (later, seq, response) =>
      rebaseAction(later as PostAction, seq, response as PostActionResponse),
    // Rarely needed, so not part of the first load.
    explainRejection: async ({ action }, error) => {
      const { explainRejection } = await import('./rejected-decision.ts');
      return explainRejection(client, action as PostAction, error);
    },
    describe: ({ action }) => describeAction(action as PostAction),
  };
}

function updateCache(client: QueryClient, response: PostActionResponse): void {
  switch (response.kind) {
    case 'create':
      addOwnPost(client, normalizePost(response.post));
      return invalidatePendingPosts(client);
    case 'edit':
    case 'approve':
    case 'reject':
    case 'withdraw':
    case 'restore':
      replacePost(client, normalizePost(response.post));
      return invalidatePendingPosts(client);
    case 'delete':
      removePost(client, response.post);
      return invalidatePendingPosts(client);
    case 'like':
      return updatePost(client, response.post, (post) => ({ ...post, ...response.answer }));
    case 'comment': {
      const comment = normalizeComment(response.comment);
      return updatePost(client, response.post, (post) => {
        // A refetch may already have loaded the comment.
        if (post.comments.some(({ id }) => id === comment.id)) return post;
        return {
          ...post,
          comments: [...post.comments, comment],
          commentCount: post.commentCount + 1,
        };
      });
    }
    case 'delete-comment':
      return removeComment(client, response.post, response.comment);
    case 'report-comment':
      return updateComment(client, response.post, response.comment, (comment) => ({
        ...comment,
        can: { ...comment.can, report: false },
      }));
    case 'hide-comment':
    case 'approve-comment':
    case 'restore-comment': {
      const { post, comment: decided } = response;
      return updateComment(client, post, decided.id, (comment) => ({ ...comment, ...decided }));
    }
  }
}

/** A held comment is no error, but its author should not wonder why nobody answers. */
function explainIfHeld(response: PostActionResponse): void {
  if (response.kind !== 'comment' || response.comment.status !== 'held') return;
  toast({ kind: 'info', message: t`Bình luận sẽ hiện sau khi được duyệt`, id: 'held-comment' });
}

function describeAction(action: PostAction): ActionDescription {
  const title = 'title' in action ? action.title : '';
  switch (action.kind) {
    case 'create':
      return { title: t`Bài viết “${title}”`, text: action.content, files: action.files };
    case 'edit':
      return { title: t`Sửa bài viết “${title}”`, text: action.content, files: action.files };
    case 'delete':
      return { title: t`Xóa bài viết “${title}”` };
    case 'like':
      return { title: action.liked ? t`Thích một bài viết` : t`Bỏ thích một bài viết` };
    case 'comment':
      return { title: t`Bình luận`, text: action.text };
    case 'approve':
      return { title: t`Duyệt bài viết “${title}”` };
    case 'reject':
      return { title: t`Từ chối bài viết “${title}”`, text: action.reason };
    case 'withdraw':
      return { title: t`Gỡ bài viết “${title}”`, text: action.reason };
    case 'restore':
      return { title: t`Đăng lại bài viết “${title}”` };
    case 'delete-comment':
      return { title: t`Xóa bình luận`, text: action.text };
    case 'report-comment':
      return { title: t`Báo cáo một bình luận`, text: action.reason };
    case 'hide-comment':
      return { title: t`Ẩn một bình luận`, text: action.reason };
    case 'approve-comment':
      return { title: t`Duyệt một bình luận` };
    case 'restore-comment':
      return { title: t`Hiện lại một bình luận` };
  }
}
