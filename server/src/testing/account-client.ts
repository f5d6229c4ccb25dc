import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import { roles } from '@lop-xanh/contract/rules/roles';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { TestUser } from './fixtures.ts';
import { request } from './test-app.ts';

const storedUser = z.object({
  role: z.enum(roles),
  school_id: z.number().nullable(),
  phone: z.string().nullable(),
  version: z.number(),
  must_change_password: z.boolean(),
  is_demo: z.boolean(),
});

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
      db.one(
        storedUser,
        sql`
          select role, school_id, phone, version, must_change_password, is_demo
          from users where id = ${id}`,
      ),
  };
}
