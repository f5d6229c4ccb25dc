import { type Post, posts } from '@lop-xanh/contract/posts';
import type { FastifyInstance } from 'fastify';
import type { TestUser } from './people.ts';
import { request } from './test-app.ts';

export const text = { title: 'Ngày hội tái chế', content: 'Mang vỏ hộp sữa đã rửa sạch.' };

/** What a school does with a post: its teacher writes it, where nobody else is named, and its Mod decides. */
export function postCalls(
  app: FastifyInstance,
  { teacher, mod }: Record<'teacher' | 'mod', TestUser>,
) {
  return {
    submit: async (person: TestUser = teacher) =>
      (await request(app, posts.create, { token: person.token, body: text })).body as Post,
    read: (person: TestUser, id: number) =>
      request(app, posts.read, { token: person.token, params: { id } }),
    approve: (id: number, body = {}) =>
      request(app, posts.approve, { token: mod.token, params: { id }, body }),
    like: (person: TestUser, id: number, body = {}) =>
      request(app, posts.like, { token: person.token, params: { id }, body }),
    say: (person: TestUser, id: number, words: string) =>
      request(app, posts.comment, { token: person.token, params: { id }, body: { text: words } }),
  };
}
