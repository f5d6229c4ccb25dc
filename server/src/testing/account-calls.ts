import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Person } from './people.ts';
import { call } from './test-app.ts';

/** What is done to accounts, by the Admin where nobody else is named, and what is then stored. */
export function accountCalls(app: FastifyInstance, { db }: Pick<Database, 'db'>, admin: Person) {
  return {
    edit: (id: number, body: object, { token }: Person = admin) =>
      call(app, accounts.edit, { token, params: { id }, body: body as never }),
    reset: (id: number, { token }: Person = admin) =>
      call(app, accounts.reset, { token, params: { id } }),
    remove: (id: number, { token }: Person = admin) =>
      call(app, accounts.remove, { token, params: { id } }),
    logIn: (username: string, word: string) =>
      call(app, auth.login, { body: { username, password: word } }),
    stored: (id: number) =>
      db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}
