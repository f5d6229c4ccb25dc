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

/** Calls a server past the browser, as anybody; each logs in once, and again when others ended the session. */
export function callsTo(server: string): CallAs {
  const tokens = new Map<string, string>();
  return async (request, username, method, path, data) => {
    const body = data instanceof FormData ? { multipart: data } : data !== undefined && { data };
    const send = (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return request.fetch(server + path, { method, headers, ...body });
    };
    const known = tokens.get(username);
    const answer = known && (await send(known));
    if (answer && answer.status() !== 401) return answer;
    const token = await tokenOf(request, username, undefined, server);
    tokens.set(username, token);
    return send(token);
  };
}

/** The same to the server that the journeys share. */
export const callAs = callsTo(address);
