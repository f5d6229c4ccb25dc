import type { Comment } from '@lop-xanh/contract/comments';
import { expect, test } from 'vitest';
import { normalizePage, normalizePost, type ReceivedPost } from './normalize-posts.ts';

const attachment = {
  id: 1,
  thumb: null,
  filename: 'san-truong.MP4',
  width: null,
  height: null,
};
const post = { id: 1, approved: true, attachments: [], comments: [] } as unknown as ReceivedPost;

test('a post is approved only if `approved` is true, 1 or "1"', () => {
  for (const approved of [true, 1, '1']) {
    expect(normalizePost({ ...post, approved })).toMatchObject({
      approved: true,
      status: 'approved',
    });
  }
  for (const approved of [false, 0, '0', '', 'true', 2]) {
    expect(normalizePost({ ...post, approved })).toMatchObject({
      approved: false,
      status: 'pending',
    });
  }
  expect(normalizePost({ ...post, approved: false, status: 'rejected' }).status).toBe('rejected');
});

test('a missing MIME type is guessed from the file name, then from the URL', () => {
  const { posts } = normalizePage({
    posts: [
      {
        ...post,
        attachments: [
          { ...attachment, url: '/uploads/1' },
          { ...attachment, filename: 'anh', path: '/uploads/2.jpg?e=1', mime: null },
          { ...attachment, url: '/uploads/3.webp', mime: 'image/gif' },
          { ...attachment, filename: 'anh', url: '/uploads/4' },
        ],
      },
    ],
  });
  expect(posts[0]?.attachments.map(({ url, mime }) => [url, mime])).toEqual([
    ['/uploads/1', 'video/mp4'],
    ['/uploads/2.jpg?e=1', 'image/jpeg'],
    ['/uploads/3.webp', 'image/gif'],
    ['/uploads/4', ''],
  ]);
});

test('a post stored before moderation existed gets what it lacks, and keeps the rest', () => {
  const storedComment = { id: 5, text: 'Cây của nhóm con cao nhất!' } as Comment;
  const { can, comments } = normalizePost({
    ...post,
    can: { edit: false, like: true, comment: true },
    comments: [storedComment],
  });
  expect(can).toMatchObject({ like: true, comment: true, withdraw: false, restore: false });
  expect(comments).toEqual([
    {
      ...storedComment,
      status: 'visible',
      version: 1,
      held_for: null,
      reason: null,
      decided_by: null,
      can: { delete: false, report: false, hide: false, approve: false, restore: false },
    },
  ]);
});
