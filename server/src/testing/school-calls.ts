import { setTimeout as pause } from 'node:timers/promises';
import { auth } from '@lop-xanh/contract/auth';
import type { Endpoint, ResponseOf } from '@lop-xanh/contract/endpoint';
import { errorResponse } from '@lop-xanh/contract/errors';
import { demoPassword } from '../demo/demo-accounts.ts';

export interface Sent {
  token?: string | undefined;
  key?: string;
  id?: number;
  query?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string | Blob>;
}

interface Answer {
  status: number;
  body: ReturnType<typeof JSON.parse>;
}

/** Calls of a school's people to one server after another; every answer is judged. */
export class SchoolCalls {
  address = '';
  /** Answers that a server in trouble must not give: neither done, nor refused, nor "come back later". */
  readonly untrue: string[] = [];
  /** How often the server asked to come back later. */
  turnedAway = 0;
  readonly tokens = new Map<string, string>();
  readonly #onUntrue: () => void;

  constructor(onUntrue: () => void) {
    this.#onUntrue = onUntrue;
  }

  async ask(endpoint: Endpoint, { token, key, id, query, body, form }: Sent): Promise<Answer> {
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
    const answer = { status: response.status, body: await response.json() };
    if (response.status === 429) await pause(500);
    if (response.status >= 400) this.#judge(endpoint, answer, response.headers);
    return answer;
  }

  /** A refusal has its shape, a fault says that it will pass, and nobody is logged out. */
  #judge(endpoint: Endpoint, { status, body }: Answer, headers: Headers): void {
    const isShaped = errorResponse.safeParse(body).success;
    const isFine = status < 500 || (status === 503 && headers.has('retry-after'));
    const isLoggedOut = status === 401 && endpoint !== auth.login;
    if (status === 503) this.turnedAway += 1;
    if (!isShaped || !isFine || isLoggedOut) {
      this.untrue.push(`${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`);
      this.#onUntrue();
    }
  }

  async read<E extends Endpoint>(endpoint: E, who: string, id?: number): Promise<ResponseOf<E>> {
    const token = this.tokens.get(who);
    const { status, body } = await this.ask(endpoint, { token, ...(id && { id }) });
    if (status !== 200) throw new Error(`${endpoint.path} answered ${status}`);
    return body as ResponseOf<E>;
  }

  async logIn(username: string, password = demoPassword): Promise<boolean> {
    const { status, body } = await this.ask(auth.login, { body: { username, password } });
    if (status >= 500) throw new Error(`The login answered ${status}`);
    if (status === 200) this.tokens.set(username, body.token);
    return status === 200;
  }
}
