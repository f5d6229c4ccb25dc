import { auth } from '@lop-xanh/contract/auth';
import type { Endpoint, InputOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import type { ApiErrorName, ErrorResponse } from '@lop-xanh/contract/errors';
import { ApiError } from './api-errors.ts';
import { isOk, type RawResponse, sendRequest } from './send-request.ts';
import { currentToken, endSession } from './session.ts';

/** Empty for the page's own origin. */
const host: string = import.meta.env.VITE_API_HOST ?? '';

/** A 401 of these endpoints is not about an expired session. */
const endpointsWithOwn401: readonly Endpoint[] = [auth.login, auth.me];
/** Nor is one with such a reason. */
const ownReasons: readonly (string | undefined)[] = [
  'card_unknown',
  'wrong_pictures',
] satisfies ApiErrorName[];

interface ExtraInput {
  headers?: Record<string, string>;
}
type RequestArguments<E extends Endpoint> =
  Record<never, never> extends InputOf<E>
    ? [input?: InputOf<E> & ExtraInput]
    : [input: InputOf<E> & ExtraInput];

/** Sends a request; throws an ApiError for an error response and a NetworkError without a response. */
export async function request<E extends Endpoint>(
  endpoint: E,
  ...[input]: RequestArguments<E>
): Promise<ResponseOf<E>> {
  const token = currentToken();
  return unwrapResponse(
    endpoint,
    token,
    await sendRequest(buildRequest(endpoint, input ?? {}, token)),
  );
}

/** What the server sent, unchanged, with the ETag by which it says whether that is still right. */
export interface Tagged {
  etag?: string | null;
}

/** Like `request`, but returns `known` if that is what the server would send again. */
export async function requestUnlessKnown<E extends Endpoint, Known extends Tagged>(
  endpoint: E,
  input: InputOf<E>,
  known: Known | undefined,
): Promise<Known | (ResponseOf<E> & Tagged)> {
  const token = currentToken();
  const headers = known?.etag ? { 'if-none-match': known.etag } : {};
  const response = await sendRequest(buildRequest(endpoint, { ...input, headers }, token));
  if (known && response.status === 304) return known;
  const body = unwrapResponse(endpoint, token, response) as ResponseOf<E> & object;
  return { ...body, etag: response.etag };
}

/** Returns the body or throws an ApiError; a 401 of our server ends the session of the token. */
export function unwrapResponse<E extends Endpoint>(
  endpoint: E,
  token: string | null,
  { status, body, retryAfter }: RawResponse,
): ResponseOf<E> {
  if (isOk(status)) return body as ResponseOf<E>;
  const error = new ApiError(status, (body as Partial<ErrorResponse> | null) ?? {}, retryAfter);
  const isOwn401 = endpointsWithOwn401.includes(endpoint) || ownReasons.includes(error.reason);
  if (status === 401 && error.isFromServer && !isOwn401) endSession(token, 'expired');
  throw error;
}

/** The server returns relative URLs of uploaded files. */
export function fileUrl(url: string): string {
  return url.startsWith('/') ? host + url : url;
}

export interface RequestParts extends ExtraInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown> | undefined;
}

export function buildRequest(endpoint: Endpoint, parts: RequestParts, token: string | null) {
  const { body } = parts;
  const headers = buildHeaders(token, parts.headers);
  if (body) headers.set('content-type', 'application/json');

  return new Request(buildUrl(endpoint, parts), {
    method: endpoint.method,
    headers,
    body: body ? JSON.stringify(body) : null,
  });
}

export function buildHeaders(token: string | null, extra: Record<string, string> = {}): Headers {
  const headers = new Headers({ accept: 'application/json', ...extra });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (host) headers.set('ngrok-skip-browser-warning', 'true');
  return headers;
}

export function buildUrl(
  { path }: Endpoint,
  { params, query }: Omit<RequestParts, 'body'>,
): string {
  return host + fillPath(path, params) + formatQuery(query);
}

function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function formatQuery(query: Record<string, unknown> = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return '';
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
