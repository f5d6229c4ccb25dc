import type { Post } from '@lop-xanh/contract/posts';
import { type APIRequestContext, expect } from '@playwright/test';
import { hostileUsernames } from './hostile-school.ts';
import { hostileTexts } from './hostile-texts.ts';
import type { RequestAs } from './requests.ts';

const textsPerPost = 4;
/** How many of the posts stay pending. */
export const pendingCount = 3;
/** One grey pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** The texts of each post. */
export const textGroups = Array.from({ length: hostileTexts.length / textsPerPost }, (_, index) =>
  hostileTexts.slice(index * textsPerPost, (index + 1) * textsPerPost),
);

/** Adds every text as a title, content, file name and comment; the last few posts stay pending. */
export async function addHostilePosts(
  requestAs: RequestAs,
  request: APIRequestContext,
): Promise<Post[]> {
  const added: Post[] = [];
  for (const [index, texts] of textGroups.entries()) {
    const form = new FormData();
    form.append('title', texts.join(' '));
    form.append('content', texts.join('\n'));
    for (const name of texts) form.append('attachments', new File([picture], name));
    const created = await requestAs(request, hostileUsernames.Teacher, 'POST', '/api/posts', form);
    expect(created.status()).toBe(201);
    const post: Post = await created.json();
    added.push(post);
    if (index >= textGroups.length - pendingCount) continue;
    const path = `/api/posts/${post.id}`;
    const decided = await requestAs(request, hostileUsernames.Mod, 'PUT', `${path}/approve`);
    expect(decided.status()).toBe(200);
    for (const text of texts) {
      // A student would exceed the limit on comments.
      const commented = await requestAs(request, hostileUsernames.Mod, 'POST', `${path}/comment`, {
        text,
      });
      expect(commented.status()).toBe(201);
    }
  }
  return added;
}
