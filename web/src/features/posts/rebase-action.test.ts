import type { Comment } from '@lop-xanh/contract/comments';
import type { Post } from '@lop-xanh/contract/posts';
import { expect, test } from 'vitest';
import { type PostAction, toLocalCommentId, toLocalPostId } from './post-actions.ts';
import { rebaseAction } from './rebase-action.ts';

const post = 9;
const written = { kind: 'comment', post, comment: { id: 70 } as Comment } as const;
const deletion: PostAction = {
  kind: 'delete-comment',
  post,
  comment: toLocalCommentId(5),
  text: 'Hay',
};

test('the deletion of an unsent comment switches to the id that the server gave it', () => {
  expect(rebaseAction(deletion, 5, written)).toEqual({ ...deletion, comment: 70 });
});

test('the deletion of another unsent comment stays as it is', () => {
  expect(rebaseAction(deletion, 4, written)).toEqual(deletion);
});

test('a comment on an unsent post switches to the id of the post', () => {
  const comment: PostAction = { kind: 'comment', post: toLocalPostId(5), text: 'Hay' };
  const created = { kind: 'create', post: { id: 12, attachments: [] as unknown }, newFiles: 0 };
  expect(rebaseAction(comment, 5, created as never)).toEqual({ ...comment, post: 12 });
});

test('a second decision continues from the version of the first', () => {
  const restoreComment: PostAction = { kind: 'restore-comment', post, comment: 70, version: 1 };
  const hidden = {
    kind: 'hide-comment',
    post,
    comment: { id: 70, version: 2 } as Comment,
  } as const;
  expect(rebaseAction(restoreComment, 5, hidden)).toEqual({ ...restoreComment, version: 2 });
  expect(rebaseAction({ ...restoreComment, comment: 71 }, 5, hidden)).toMatchObject({ version: 1 });

  const restorePost: PostAction = { kind: 'restore', post, title: 'Tin', version: 3 };
  const withdrawn = { kind: 'withdraw', post: { id: post, version: 4 } as Post } as const;
  expect(rebaseAction(restorePost, 5, withdrawn)).toEqual({ ...restorePost, version: 4 });
  expect(rebaseAction({ ...restorePost, version: 6 }, 5, withdrawn)).toMatchObject({ version: 6 });
});
