import { lessons } from '@lop-xanh/contract/lessons';
import type { FastifyInstance } from 'fastify';
import type { TestUser } from './people.ts';
import { request } from './test-app.ts';

export const week = { week: 1, title: 'Nước sạch', summary: 'Nước sạch quanh em.' };
export const text = { title: 'Khoa học vui', grade_id: 5, content: [week] };

/** Somebody reads a lesson; the Admin writes it, with the text above where nothing else is given. */
export function lessonCalls(app: FastifyInstance, { token }: TestUser) {
  return {
    read: (person: TestUser, id: number) =>
      request(app, lessons.read, { token: person.token, params: { id } }),
    add: (body: object = {}) =>
      request(app, lessons.create, { token, body: { ...text, ...body } as never }),
    edit: (id: number, body: object = {}) =>
      request(app, lessons.edit, { token, params: { id }, body: { ...text, ...body } as never }),
  };
}
