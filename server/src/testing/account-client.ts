import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { TestUser } from './fixtures.ts';
import { request } from './test-app.ts';

/** Sends account requests, by default as the Admin; `readStoredUser` reads the database row. */
export function createAccountClient(
  app: FastifyInstance,
  { db }: Pick<Database, 'db'>,
  admin: TestUser,
) {
  return {
    edit: (id: number, body: object, { token }: TestUser = admin) =>
      request(app, accounts.edit, { token, params: { id }, body: body as never }),
    resetPassword: (id: number, { token }: TestUser = admin) =>
      request(app, accounts.resetPassword, { token, params: { id } }),
    deleteAccount: (id: number, { token }: TestUser = admin) =>
      request(app, accounts.delete, { token, params: { id } }),
    logIn: (username: string, password: string) =>
      request(app, auth.login, { body: { username, password } }),
    readStoredUser: (id: number) =>
      db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}
