import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import type { ActionDescription, ActionSender } from '../../lib/outbox/outbox.ts';
import {
  type PostAction,
  type PostActionResponse,
  rebaseAction,
  sendPostAction,
} from './post-actions.ts';
import {
  addOwnPost,
  invalidatePendingPosts,
  removePost,
  replacePost,
  restartFetchesInProgress,
  updatePost,
} from './posts.cache.ts';
import { signalPostsChanged } from './posts-changed-signal.ts';

export const postFeature = 'posts';

/** Sends the post actions in the outbox and updates the query cache with the responses. */
export function createPostSender(client: QueryClient): ActionSender {
  return {
    feature: postFeature,
    send: ({ action, key }, transfer) => sendPostAction(action as PostAction, key, transfer),
    onResponse: (_, response) => {
      updateCache(client, response as PostActionResponse);
      restartFetchesInProgress(client);
      signalPostsChanged();
    },
    rebaseLaterAction: (later, seq, response) =>
      rebaseAction(later as PostAction, seq, response as PostActionResponse),
    describe: ({ action }) => describeAction(action as PostAction),
  };
}

function updateCache(client: QueryClient, response: PostActionResponse): void {
  switch (response.kind) {
    case 'create':
      addOwnPost(client, response.post);
      return invalidatePendingPosts(client);
    case 'edit':
    case 'reject':
      replacePost(client, response.post);
      return invalidatePendingPosts(client);
    case 'delete':
      removePost(client, response.post);
      return invalidatePendingPosts(client);
    case 'like':
      return updatePost(client, response.post, (post) => ({ ...post, ...response.answer }));
    case 'comment': {
      const { comment } = response;
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
  }
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
    case 'reject':
      return { title: t`Từ chối bài viết “${title}”`, text: action.reason };
  }
}
