import { expect, test } from 'vitest';
import { type ReceivedPost, readPage, readPost } from './received-posts.ts';

const attachment = {
  id: 1,
  thumb: null,
  filename: 'san-truong.MP4',
  width: null,
  height: null,
};
const post = { id: 1, approved: true, attachments: [] } as unknown as ReceivedPost;

test('approved as true, 1 or "1" means approved, and anything else does not', () => {
  for (const approved of [true, 1, '1']) {
    expect(readPost({ ...post, approved })).toMatchObject({ approved: true, status: 'approved' });
  }
  for (const approved of [false, 0, '0', '', 'true', 2]) {
    expect(readPost({ ...post, approved })).toMatchObject({ approved: false, status: 'pending' });
  }
  expect(readPost({ ...post, approved: false, status: 'rejected' }).status).toBe('rejected');
});

test('a missing type of an attachment is guessed from its name, then from its address', () => {
  const { posts } = readPage({
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
