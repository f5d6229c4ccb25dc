import type { APIRequestContext, APIResponse } from '@playwright/test';
import { tokenOf } from './people.ts';

export type CallAs = (
  request: APIRequestContext,
  username: string,
  method: string,
  path: string,
  data?: unknown,
) => Promise<APIResponse>;

/** Calls a server past the browser, as anybody; each logs in once. */
export function callsTo(address: string): CallAs {
  const tokens = new Map<string, string>();
  return async (request, username, method, path, data) => {
    const token = tokens.get(username) ?? (await tokenOf(request, username, undefined, address));
    tokens.set(username, token);
    const headers = { authorization: `Bearer ${token}` };
    return request.fetch(address + path, { method, headers, ...(data ? { data } : {}) });
  };
}
