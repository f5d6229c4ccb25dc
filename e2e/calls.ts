import type { APIRequestContext, APIResponse } from '@playwright/test';
import { tokenOf } from './people.ts';
import { address } from './settings.ts';

export type CallAs = (
  request: APIRequestContext,
  username: string,
  method: string,
  path: string,
  data?: unknown,
) => Promise<APIResponse>;

/** Calls a server past the browser, as anybody; each logs in once. */
export function callsTo(server: string): CallAs {
  const tokens = new Map<string, string>();
  return async (request, username, method, path, data) => {
    const token = tokens.get(username) ?? (await tokenOf(request, username, undefined, server));
    tokens.set(username, token);
    const headers = { authorization: `Bearer ${token}` };
    const body = data instanceof FormData ? { multipart: data } : data !== undefined && { data };
    return request.fetch(server + path, { method, headers, ...body });
  };
}

/** The same to the server that the journeys share. */
export const callAs = callsTo(address);
