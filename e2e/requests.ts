import type { APIRequestContext, APIResponse } from '@playwright/test';
import { fetchToken } from './login.ts';
import { address } from './settings.ts';

export type RequestAs = (
  request: APIRequestContext,
  username: string,
  method: string,
  path: string,
  data?: unknown,
) => Promise<APIResponse>;

/** Sends API requests as any user, who logs in once, and again if the session has ended. */
export function createRequestAs(server: string, password?: string): RequestAs {
  const tokens = new Map<string, string>();
  return async (request, username, method, path, data) => {
    const body = data instanceof FormData ? { multipart: data } : data !== undefined && { data };
    const send = (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return request.fetch(server + path, { method, headers, ...body });
    };
    const cachedToken = tokens.get(username);
    const response = cachedToken && (await send(cachedToken));
    if (response && response.status() !== 401) return response;
    const token = await fetchToken(request, username, password, server);
    tokens.set(username, token);
    return send(token);
  };
}

/** Sends API requests to the server that the journeys share. */
export const requestAs = createRequestAs(address);
