import { auth } from '@lop-xanh/contract/auth';
import type { Endpoint, InputOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import type { ErrorResponse } from '@lop-xanh/contract/errors';
import { ApiError, NetworkError } from './api-errors.ts';
import { currentToken, endSession } from './session.ts';

const timeLimitMs = 30_000;

/** Empty for our own origin. */
const host: string = import.meta.env.VITE_API_HOST ?? '';

/** The 401 of these two calls says something about the call, not about the session. */
const callsWithOwn401: readonly Endpoint[] = [auth.login, auth.me];

interface Extra {
  headers?: Record<string, string>;
}
type Input<E extends Endpoint> =
  Record<never, never> extends InputOf<E>
    ? [input?: InputOf<E> & Extra]
    : [input: InputOf<E> & Extra];

/** Calls an endpoint of the contract; throws ApiError when refused, NetworkError without an answer. */
export async function request<E extends Endpoint>(
  endpoint: E,
  ...[input]: Input<E>
): Promise<ResponseOf<E>> {
  const token = currentToken();
  return settled(endpoint, token, await exchange(requestFor(endpoint, input ?? {}, token)));
}

export interface Exchanged {
  status: number;
  /** Null where the body is not JSON. */
  answer: unknown;
  /** The header of that name. */
  retryAfter?: string | null;
}

/** The answer, or the refusal thrown; a 401 ends the session that asked. */
export function settled<E extends Endpoint>(
  endpoint: E,
  token: string | null,
  { status, answer, retryAfter }: Exchanged,
): ResponseOf<E> {
  if (isOk(status)) return answer as ResponseOf<E>;
  if (status === 401 && !callsWithOwn401.includes(endpoint)) endSession(token, 'expired');
  throw new ApiError(status, (answer as Partial<ErrorResponse> | null) ?? {}, retryAfter);
}

/** The address of an uploaded file; the server answers relative ones. */
export function fileUrl(url: string): string {
  return url.startsWith('/') ? host + url : url;
}

interface Parts extends Extra {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown> | undefined;
}

function requestFor(endpoint: Endpoint, parts: Parts, token: string | null) {
  const { body } = parts;
  const headers = headersFor(token, parts.headers);
  if (body) headers.set('content-type', 'application/json');

  return new Request(addressOf(endpoint, parts), {
    method: endpoint.method,
    headers,
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(timeLimitMs),
  });
}

export function headersFor(token: string | null, own: Record<string, string> = {}): Headers {
  const headers = new Headers({ accept: 'application/json', ...own });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (host) headers.set('ngrok-skip-browser-warning', 'true');
  return headers;
}

export function addressOf({ path }: Endpoint, { params, query }: Omit<Parts, 'body'>): string {
  return host + filled(path, params) + queryString(query);
}

async function exchange(request: Request): Promise<Exchanged> {
  try {
    const response = await fetch(request);
    const retryAfter = response.headers.get('retry-after');
    return { ...readAnswer(response.status, await response.text()), retryAfter };
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** A proxy's own error page is a refusal without words; a page in place of data is no answer. */
export function readAnswer(status: number, text: string): Exchanged {
  return { status, answer: isOk(status) ? JSON.parse(text) : parsedOrNull(text) };
}

function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function filled(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function queryString(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
