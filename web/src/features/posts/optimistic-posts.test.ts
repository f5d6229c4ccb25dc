import type { Profile } from '@lop-xanh/contract/auth';
import type { Post } from '@lop-xanh/contract/posts';
import { expect, test } from 'vitest';
import type { OutboxEntryView } from '../../lib/outbox/outbox.ts';
import { toOptimisticPosts } from './optimistic-posts.ts';
import { postFeature } from './post-sender.ts';

const makePost = (id: number) =>
  ({
    id,
    status: 'approved',
    liked: false,
    likes: [],
    likeCount: 0,
    comments: [],
  }) as unknown as Post;
const user = { username: 'an', role: 'Student' } as Profile;

test('a like changes its own post, and the others stay the same objects for their memoized cards', () => {
  const posts = Array.from({ length: 50 }, (_, index) => makePost(index + 1));
  const like = {
    feature: postFeature,
    action: { kind: 'like', post: 7, liked: true },
    isFirstAttempt: true,
  } as unknown as OutboxEntryView;
  const changed = toOptimisticPosts(posts, 'all', [like], user).filter(
    (post, index) => post !== posts[index],
  );
  expect(changed).toMatchObject([{ id: 7, liked: true, likeCount: 1 }]);
});
