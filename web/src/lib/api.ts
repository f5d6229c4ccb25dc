import { auth } from '@lop-xanh/contract/auth';
import type { AnswerOf, Endpoint, InputOf } from '@lop-xanh/contract/endpoint';
import { ApiError, NetworkError } from './api-errors.ts';
import { currentToken, endSession } from './session.ts';

const timeLimitMs = 30_000;

/** Empty for our own origin. */
const host: string = import.meta.env.VITE_API_HOST ?? '';

/** The 401 of these two calls says something about the call, not about the session. */
const callsWithOwn401: readonly Endpoint[] = [auth.login, auth.me];

type Input<E extends Endpoint> =
  Record<never, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];

/** Calls an endpoint of the contract; throws ApiError when refused, NetworkError without an answer. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: Input<E>
): Promise<AnswerOf<E>> {
  const token = currentToken();
  const { status, isOk, answer } = await exchange(requestFor(endpoint, input ?? {}, token));
  if (isOk) return answer as AnswerOf<E>;

  if (status === 401 && !callsWithOwn401.includes(endpoint)) endSession(token, 'expired');
  throw new ApiError(status, answer ?? {});
}

/** The address of an uploaded file; the server answers relative ones. */
export function fileUrl(url: string): string {
  return url.startsWith('/') ? host + url : url;
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

function requestFor(
  { method, path }: Endpoint,
  { params, query, body }: Parts,
  token: string | null,
) {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (body) headers.set('content-type', 'application/json');
  if (host) headers.set('ngrok-skip-browser-warning', 'true');

  return new Request(host + filled(path, params) + queryString(query), {
    method,
    headers,
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(timeLimitMs),
  });
}

async function exchange(request: Request) {
  try {
    const response = await fetch(request);
    const text = await response.text();
    // A proxy's own error page is a refusal without words; a page in place of data is no answer.
    const answer = response.ok ? JSON.parse(text) : parsedOrNull(text);
    return { status: response.status, isOk: response.ok, answer };
  } catch (error) {
    throw new NetworkError(error);
  }
}

function parsedOrNull(text: string) {
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
