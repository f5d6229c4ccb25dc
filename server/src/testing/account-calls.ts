import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { TestUser } from './people.ts';
import { request } from './test-app.ts';

/** What is done to accounts, by the Admin where nobody else is named, and what is then stored. */
export function accountCalls(app: FastifyInstance, { db }: Pick<Database, 'db'>, admin: TestUser) {
  return {
    edit: (id: number, body: object, { token }: TestUser = admin) =>
      request(app, accounts.edit, { token, params: { id }, body: body as never }),
    reset: (id: number, { token }: TestUser = admin) =>
      request(app, accounts.reset, { token, params: { id } }),
    remove: (id: number, { token }: TestUser = admin) =>
      request(app, accounts.remove, { token, params: { id } }),
    logIn: (username: string, word: string) =>
      request(app, auth.login, { body: { username, password: word } }),
    stored: (id: number) =>
      db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}
