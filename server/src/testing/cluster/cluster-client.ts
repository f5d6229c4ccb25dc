import { setTimeout as pause } from 'node:timers/promises';
import { auth } from '@lop-xanh/contract/auth';
import type { Endpoint, ResponseOf } from '@lop-xanh/contract/endpoint';
import { demoPassword } from '../../demo/demo-accounts.ts';

const requestTimeoutMs = 3_000;
const maxAttempts = 20;
/** Between attempts. */
const intervalMs = 300;

interface Request {
  username?: string;
  params?: Record<string, number>;
  key?: string;
  body?: unknown;
}

interface Answer<E extends Endpoint> {
  status: number;
  body: ResponseOf<E>;
  /** Whether an earlier attempt with the same key had no certain outcome. */
  isRetry: boolean;
}

/** Sends requests as users, and says whether their outcome is certain. */
export class ClusterClient {
  readonly #address: string;
  readonly #tokens = new Map<string, string>();
  /** Responses that no fault explains. */
  readonly unexpected: string[] = [];

  constructor(address: string) {
    this.#address = address;
  }

  isExpected<E extends Endpoint>(
    { method, path }: E,
    { status, body }: Answer<E>,
    ...expected: number[]
  ): boolean {
    if (expected.includes(status)) return true;
    if (status !== 429)
      this.unexpected.push(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return false;
  }

  async logIn(username: string): Promise<void> {
    const { body } = await this.need(auth.login, { body: { username, password: demoPassword } });
    this.#tokens.set(username, body.token);
  }

  /** For what must succeed while nothing is broken. */
  async need<E extends Endpoint>(endpoint: E, request: Request): Promise<Answer<E>> {
    const answer = await this.sendUntilCertain(endpoint, request);
    if (answer && answer.status < 300) return answer;
    throw new Error(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(answer)}`);
  }

  async sendUntilCertain<E extends Endpoint>(
    endpoint: E,
    request: Request,
  ): Promise<Answer<E> | undefined> {
    let isRetry = false;
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const answer = await this.send(endpoint, request);
      if (answer && answer.status !== 429) return { ...answer, isRetry };
      if (!answer) isRetry = true;
      await pause(intervalMs);
    }
    return undefined;
  }

  /** Undefined without a certain outcome: no response in time, or a server error. */
  async send<E extends Endpoint>(
    { method, path }: E,
    request: Request,
  ): Promise<Answer<E> | undefined> {
    const { username = '', params = {}, key, body } = request;
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
    const token = this.#tokens.get(username);
    try {
      const response = await fetch(this.#address + url, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const text = await response.text();
      if (response.status >= 500) return undefined;
      return { status: response.status, body: JSON.parse(text) as ResponseOf<E>, isRetry: false };
    } catch {
      return undefined;
    }
  }
}
