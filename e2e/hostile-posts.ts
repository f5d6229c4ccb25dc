import type { Post } from '@lop-xanh/contract/posts';
import { type APIRequestContext, expect } from '@playwright/test';
import type { CallAs } from './calls.ts';
import { hostilePeople } from './hostile-school.ts';
import { hostileTexts } from './hostile-texts.ts';

const textsOfAPost = 4;
/** How many of the posts wait for a decision. */
export const pending = 3;
/** One grey pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** The texts of each post. */
export const groups = Array.from({ length: hostileTexts.length / textsOfAPost }, (_, at) =>
  hostileTexts.slice(at * textsOfAPost, (at + 1) * textsOfAPost),
);

/** Every text as title, content, file name and comment; the last few posts wait for a decision. */
export async function writePosts(as: CallAs, request: APIRequestContext): Promise<Post[]> {
  const made: Post[] = [];
  for (const [at, texts] of groups.entries()) {
    const form = new FormData();
    form.append('title', texts.join(' '));
    form.append('content', texts.join('\n'));
    for (const name of texts) form.append('attachments', new File([picture], name));
    const created = await as(request, hostilePeople.Teacher, 'POST', '/api/posts', form);
    expect(created.status()).toBe(201);
    const post: Post = await created.json();
    made.push(post);
    if (at >= groups.length - pending) continue;
    const path = `/api/posts/${post.id}`;
    const decided = await as(request, hostilePeople.Mod, 'PUT', `${path}/approve`);
    expect(decided.status()).toBe(200);
    for (const text of texts) {
      // A student may not write so many comments in ten minutes.
      const said = await as(request, hostilePeople.Mod, 'POST', `${path}/comment`, { text });
      expect(said.status()).toBe(201);
    }
  }
  return made;
}
