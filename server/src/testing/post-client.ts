import { type Post, posts } from '@lop-xanh/contract/posts';
import type { FastifyInstance } from 'fastify';
import type { TestUser } from './fixtures.ts';
import { request } from './test-app.ts';

export const text = { title: 'Ngày hội tái chế', content: 'Mang vỏ hộp sữa đã rửa sạch.' };

/** Sends post requests: the teacher writes by default, and the Mod approves. */
export function createPostClient(
  app: FastifyInstance,
  { teacher, mod }: Record<'teacher' | 'mod', TestUser>,
) {
  return {
    submit: async (author: TestUser = teacher) =>
      (await request(app, posts.create, { token: author.token, body: text })).body as Post,
    read: (user: TestUser, id: number) =>
      request(app, posts.read, { token: user.token, params: { id } }),
    approve: (id: number, body = {}) =>
      request(app, posts.approve, { token: mod.token, params: { id }, body }),
    like: (user: TestUser, id: number, body = {}) =>
      request(app, posts.like, { token: user.token, params: { id }, body }),
    addComment: (author: TestUser, id: number, comment: string) =>
      request(app, posts.comment, { token: author.token, params: { id }, body: { text: comment } }),
  };
}
