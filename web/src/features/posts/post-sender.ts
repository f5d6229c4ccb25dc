import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import type { ActionSender } from '../../lib/outbox/action-sender.ts';
import { toast } from '../../ui/toast.ts';
import {
  dependsOnAction,
  foldActions,
  getPostLane,
  type QueuedPostAction,
} from './fold-actions.ts';
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
    getLane: (entry) => getPostLane(entry as QueuedPostAction),
    fold: (earlier, later) => foldActions(earlier as QueuedPostAction, later as QueuedPostAction),
    dependsOn: (later, earlier) =>
      dependsOnAction(later as QueuedPostAction, earlier as QueuedPostAction),
    isUpload: (action) => hasFiles(action as PostAction),
    onResponse: (_, response) => {
      updateCache(client, response as PostActionResponse);
      restartFetchesInProgress(client);
    },
    onSent: (response) => {
      explainIfHeld(response as PostActionResponse);
      signalPostsChanged();
    },
    rebaseLaterAction: (later, seq, response) =>
      rebaseAction(later as PostAction, seq, response as PostActionResponse),
    // Rarely needed, so not part of the first load.
    explainRejection: async ({ action }, error) => {
      const { explainRejection } = await import('./rejected-decision.ts');
      return explainRejection(client, action as PostAction, error);
    },
  };
}

const hasFiles = (action: PostAction) => 'files' in action && action.files.length > 0;

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
