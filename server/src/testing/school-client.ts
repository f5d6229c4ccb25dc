import { setTimeout as pause } from 'node:timers/promises';
import { auth } from '@lop-xanh/contract/auth';
import type { Endpoint, ResponseOf } from '@lop-xanh/contract/endpoint';
import { errorResponse } from '@lop-xanh/contract/errors';
import { demoPassword } from '../demo/demo-accounts.ts';

export interface SendOptions {
  token?: string | undefined;
  key?: string;
  id?: number;
  query?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string | Blob>;
}

interface ParsedResponse {
  status: number;
  body: ReturnType<typeof JSON.parse>;
}

/** Sends requests as the school's users and checks that every response is valid. */
export class SchoolClient {
  address = '';
  /** Responses other than a success, a well-formed error, or a 503 with Retry-After. */
  readonly invalidResponses: string[] = [];
  /** How often the server responded 503. */
  unavailableCount = 0;
  readonly tokens = new Map<string, string>();
  readonly #onInvalid: () => void;

  constructor(onInvalid: () => void) {
    this.#onInvalid = onInvalid;
  }

  async send(
    endpoint: Endpoint,
    { token, key, id, query, body, form }: SendOptions,
  ): Promise<ParsedResponse> {
    const { method, path } = endpoint;
    const url = new URL(path.replace('{id}', String(id)), this.address);
    url.search = new URLSearchParams(query).toString();
    const data = form && new FormData();
    for (const [name, value] of Object.entries(form ?? {})) data?.append(name, value);
    const response = await fetch(url, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(data ? { body: data } : body !== undefined && { body: JSON.stringify(body) }),
    });
    const parsed = { status: response.status, body: await response.json() };
    if (response.status === 429) await pause(500);
    if (response.status >= 400) this.#check(endpoint, parsed, response.headers);
    return parsed;
  }

  /** An error has the usual shape, a server error is a 503 with Retry-After, and nobody is logged out. */
  #check(endpoint: Endpoint, { status, body }: ParsedResponse, headers: Headers): void {
    const hasErrorShape = errorResponse.safeParse(body).success;
    const isAllowedStatus = status < 500 || (status === 503 && headers.has('retry-after'));
    const isLoggedOut = status === 401 && endpoint !== auth.login;
    if (status === 503) this.unavailableCount += 1;
    if (!hasErrorShape || !isAllowedStatus || isLoggedOut) {
      this.invalidResponses.push(
        `${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`,
      );
      this.#onInvalid();
    }
  }

  async read<E extends Endpoint>(
    endpoint: E,
    username: string,
    id?: number,
  ): Promise<ResponseOf<E>> {
    const token = this.tokens.get(username);
    const { status, body } = await this.send(endpoint, { token, ...(id && { id }) });
    if (status !== 200) throw new Error(`${endpoint.path} returned ${status}`);
    return body as ResponseOf<E>;
  }

  async logIn(username: string, password = demoPassword): Promise<boolean> {
    const { status, body } = await this.send(auth.login, { body: { username, password } });
    if (status >= 500) throw new Error(`The login returned ${status}`);
    if (status === 200) this.tokens.set(username, body.token);
    return status === 200;
  }
}
