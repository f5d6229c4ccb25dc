import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { roles } from './rules/roles.ts';

export const site = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'Check that the server and its database respond',
    access: 'anyone',
    response: z.object({ status: z.literal('ok') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    summary:
      'Check that the database and the storage can be written to, and that the disk has space',
    access: 'anyone',
    response: z.object({
      status: z.literal('ready'),
      /** The IP address that the request came from, to check the settings of a proxy. */
      client: z.string(),
      /** Null unless the request came from the same machine, and not through a proxy. */
      server: z.object({ version: z.string(), startedAt: z.iso.datetime() }).nullable(),
    }),
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'The OpenAPI 3.1 document of this API',
    access: 'anyone',
    response: z.record(z.string(), z.unknown()),
  }),
  welcome: endpoint({
    method: 'GET',
    path: '/api/welcome',
    summary: 'What the login page shows beside the form',
    access: 'anyone',
    response: z.object({
      /** The operator's LOGIN_HINT, or null. */
      hint: z.string().nullable(),
      /** The demo accounts and their shared password, or null outside demo mode. */
      demo: z
        .object({
          password: z.string(),
          accounts: z.array(z.object({ username: z.string(), role: z.enum(roles) })),
        })
        .nullable(),
    }),
  }),
};
