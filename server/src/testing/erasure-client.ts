import { type ErasurePreview, type Mention, privacy } from '@lop-xanh/contract/privacy';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { TestUser } from './fixtures.ts';
import { request } from './test-app.ts';

interface Choices {
  mentions?: Pick<Mention, 'kind' | 'id'>[];
  photos?: number[];
}

/** Sends the requests of an erasure, by default as the Mod. */
export function createErasureClient(app: FastifyInstance, mod: TestUser) {
  /** Records a request on paper and accepts it. */
  async function accept(subject: { id: number }, { token }: TestUser = mod) {
    const filed = await request(app, privacy.file, {
      token,
      body: { kind: 'erasure', subject_id: subject.id, requester_name: 'Mẹ của em' },
    });
    expect(filed.status).toBe(201);
    const { id, version } = filed.body;
    const body = { version, accepted: true, answer: 'Nhà trường sẽ xóa' };
    const answered = await request(app, privacy.answer, { token, params: { id }, body });
    return answered.body as { id: number; version: number };
  }
  const erase = (
    { id, version }: { id: number; version: number },
    { mentions = [], photos = [] }: Choices = {},
    { token }: TestUser = mod,
  ) => request(app, privacy.erase, { token, params: { id }, body: { version, mentions, photos } });
  const preview = async (id: number, { token }: TestUser = mod) => {
    const { status, body } = await request(app, privacy.previewErasure, { token, params: { id } });
    return { status, body: body as ErasurePreview };
  };
  return { accept, erase, preview };
}
