import { type Post, posts } from '@lop-xanh/contract/posts';
import type { FastifyInstance } from 'fastify';
import type { Person } from './people.ts';
import { call } from './test-app.ts';

export const text = { title: 'Ngày hội tái chế', content: 'Mang vỏ hộp sữa đã rửa sạch.' };

/** What a school does with a post: its teacher writes it, where nobody else is named, and its Mod decides. */
export function postCalls(
  app: FastifyInstance,
  { teacher, mod }: Record<'teacher' | 'mod', Person>,
) {
  return {
    submit: async (person: Person = teacher) =>
      (await call(app, posts.create, { token: person.token, body: text })).body as Post,
    read: (person: Person, id: number) =>
      call(app, posts.read, { token: person.token, params: { id } }),
    approve: (id: number, body = {}) =>
      call(app, posts.approve, { token: mod.token, params: { id }, body }),
    like: (person: Person, id: number, body = {}) =>
      call(app, posts.like, { token: person.token, params: { id }, body }),
    say: (person: Person, id: number, words: string) =>
      call(app, posts.comment, { token: person.token, params: { id }, body: { text: words } }),
  };
}
