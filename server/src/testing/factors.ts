import { factors } from '@lop-xanh/contract/factors';
import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Db } from '../database/database.ts';
import { password, type TestUser } from './fixtures.ts';
import { request } from './test-app.ts';

/** The code that an app shows now, or so many steps later. */
export const showCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Adds an authenticator app to a user. */
export async function addAuthenticatorApp(
  app: FastifyInstance,
  db: Db,
  { id, token }: TestUser,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await request(app, factors.startApp, { token, body: { password } })).body;
  const body = { code: showCode(secret) };
  const confirmed = await request(app, factors.confirmApp, { token, body });
  expect(confirmed.status).toBe(200);
  // So that the code can be used again: no test waits for the next one.
  await db.run(sql`update authenticators set last_step = 0 where user_id = ${id}`);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes };
}
