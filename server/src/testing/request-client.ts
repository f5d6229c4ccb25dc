import type { BodyOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import { type DataRequest, privacy } from '@lop-xanh/contract/privacy';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import type { TestUser } from './fixtures.ts';
import { request } from './test-app.ts';

type Filing = Partial<BodyOf<typeof privacy.file>>;

/** Sends requests about personal data: by default for a copy of the student's, which the Mod answers. */
export function createRequestClient(
  app: FastifyInstance,
  { student, mod }: Record<'student' | 'mod', TestUser>,
) {
  const file = ({ token }: TestUser, input: Filing = {}, key?: string) =>
    request(app, privacy.file, {
      token,
      body: { kind: 'copy', subject_id: student.id, ...input },
      headers: key ? { 'idempotency-key': key } : {},
    });

  async function fileAs(user: TestUser, input: Filing = {}): Promise<DataRequest> {
    const { status, body } = await file(user, input);
    expect(status).toBe(201);
    return body;
  }

  const read = ({ token }: TestUser, { id }: DataRequest) =>
    request(app, privacy.read, { token, params: { id } });

  const answer = (
    { token }: TestUser,
    { id, version }: Pick<DataRequest, 'id' | 'version'>,
    accepted = true,
    key?: string,
  ) =>
    request(app, privacy.answer, {
      token,
      params: { id },
      body: { version, accepted, answer: 'Nhà trường đã nhận' },
      headers: key ? { 'idempotency-key': key } : {},
    });

  const finish = ({ token }: TestUser, { id, version }: Pick<DataRequest, 'id' | 'version'>) =>
    request(app, privacy.finish, { token, params: { id }, body: { version, result: 'Đã làm' } });

  async function fileAndAccept(user: TestUser, input: Filing = {}): Promise<DataRequest> {
    const filed = await fileAs(user, input);
    const { status, body } = await answer(mod, filed);
    expect(status).toBe(200);
    return body;
  }

  const list = async (
    { token }: TestUser,
    query: Record<string, unknown> = {},
  ): Promise<ResponseOf<typeof privacy.requests>> => {
    const { status, body } = await request(app, privacy.requests, { token, query: query as never });
    expect(status).toBe(200);
    return body;
  };

  const listIds = async (user: TestUser, query = {}) =>
    (await list(user, query)).requests.map(({ id }) => id);

  return { file, fileAs, read, answer, finish, fileAndAccept, list, listIds };
}

const auditEntry = z.object({ action: z.string(), actor_id: z.number(), subject_name: z.string() });
export const listRequestEntries = (db: Db, { id }: Pick<DataRequest, 'id'>) =>
  db.many(
    auditEntry,
    sql`
      select action, actor_id, subject_name from audit_log
      where subject = 'data_request' and subject_id = ${id} order by id`,
  );
