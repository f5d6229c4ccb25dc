import { lessons } from '@lop-xanh/contract/lessons';
import type { FastifyInstance } from 'fastify';
import type { TestUser } from './fixtures.ts';
import { request } from './test-app.ts';

export const week = { week: 1, title: 'Nước sạch', summary: 'Nước sạch quanh em.' };
export const text = { title: 'Khoa học vui', grade_id: 5, content: [week] };

/** Reads lessons as any user; writes them as the Admin, with the text above by default. */
export function createLessonClient(app: FastifyInstance, { token }: TestUser) {
  return {
    read: (user: TestUser, id: number) =>
      request(app, lessons.read, { token: user.token, params: { id } }),
    add: (body: object = {}) =>
      request(app, lessons.create, { token, body: { ...text, ...body } as never }),
    edit: (id: number, body: object = {}) =>
      request(app, lessons.edit, { token, params: { id }, body: { ...text, ...body } as never }),
  };
}
