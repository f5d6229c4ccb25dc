import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const site = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'Whether the server and its database answer',
    access: 'anyone',
    response: z.object({ status: z.literal('ok') }),
  }),
  description: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This API, described as OpenAPI 3.1',
    access: 'anyone',
    response: z.record(z.string(), z.unknown()),
  }),
  welcome: endpoint({
    method: 'GET',
    path: '/api/welcome',
    summary: 'What the login page shows beside the form',
    access: 'anyone',
    response: z.object({
      /** The operator's own words, or null. */
      hint: z.string().nullable(),
      /** The demo accounts with their common password, or null outside demo mode. */
      demo: z
        .object({
          password: z.string(),
          accounts: z.array(z.object({ username: z.string(), role: z.string() })),
        })
        .nullable(),
    }),
  }),
};
