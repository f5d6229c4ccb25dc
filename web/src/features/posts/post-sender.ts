import type { QueryClient } from '@tanstack/react-query';
import type { Description, Sender } from '../../lib/outbox/outbox.ts';
import { followAnswer, type PostAction, type PostAnswer, sendPostAction } from './post-actions.ts';
import {
  addOwnPost,
  askAgain,
  changePost,
  removePost,
  settlePost,
  waitingListChanged,
} from './posts.cache.ts';
import { signalPostsChanged } from './posts-signal.ts';

export const postFeature = 'posts';

/** How what is done with posts reaches the server, and what its answers change here. */
export function postSender(client: QueryClient): Sender {
  return {
    feature: postFeature,
    send: ({ act, key }, transfer) => sendPostAction(act as PostAction, key, transfer),
    arrived: (_, answer) => {
      takeOver(client, answer as PostAnswer);
      askAgain(client);
      signalPostsChanged();
    },
    follow: (later, seq, answer) => followAnswer(later as PostAction, seq, answer as PostAnswer),
    describe: ({ act }) => describe(act as PostAction),
  };
}

function takeOver(client: QueryClient, answer: PostAnswer): void {
  switch (answer.kind) {
    case 'create':
      addOwnPost(client, answer.post);
      return waitingListChanged(client);
    case 'edit':
    case 'reject':
      settlePost(client, answer.post);
      return waitingListChanged(client);
    case 'delete':
      removePost(client, answer.post);
      return waitingListChanged(client);
    case 'like':
      return changePost(client, answer.post, (post) => ({ ...post, ...answer.answer }));
    case 'comment': {
      const { comment } = answer;
      return changePost(client, answer.post, (post) => {
        // A refetch in between may have brought it already.
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

function describe(act: PostAction): Description {
  switch (act.kind) {
    case 'create':
      return { title: `Bài viết “${act.title}”`, text: act.content, files: act.files };
    case 'edit':
      return { title: `Sửa bài viết “${act.title}”`, text: act.content, files: act.files };
    case 'delete':
      return { title: `Xóa bài viết “${act.title}”` };
    case 'like':
      return { title: act.liked ? 'Thích một bài viết' : 'Bỏ thích một bài viết' };
    case 'comment':
      return { title: 'Bình luận', text: act.text };
    case 'reject':
      return { title: `Từ chối bài viết “${act.title}”`, text: act.reason };
  }
}
