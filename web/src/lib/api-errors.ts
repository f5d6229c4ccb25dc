import type { ApiErrorName, ErrorCode, ErrorResponse, FieldIssue } from '@lop-xanh/contract/errors';
import type { TemplateValues } from '@lop-xanh/contract/rules/templates';
import { translate } from '../language/translate.ts';

/** An error response of the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** A proxy's error page has none of our codes. */
  readonly isFromServer: boolean;
  readonly reason: ApiErrorName | undefined;
  /** The values in the message. */
  readonly values: TemplateValues;
  /** The uploaded file that the error is about. */
  readonly file: string | undefined;
  readonly issues: readonly FieldIssue[];
  /** A retried request that already succeeded, but whose result no longer exists. */
  readonly isAlreadyDone: boolean;
  /** From the Retry-After header; 0 if there is none. */
  readonly retryAfterMs: number;

  constructor(status: number, body: Partial<ErrorResponse>, retryAfter: string | null = null) {
    super(translateMessage(body));
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.isFromServer = body.code !== undefined;
    this.reason = body.reason;
    this.values = body.values ?? {};
    this.file = body.file;
    this.issues = (body.issues ?? []).map(translateIssue);
    this.isAlreadyDone = body.alreadyDone ?? false;
    this.retryAfterMs = (Number(retryAfter) || 0) * 1_000;
  }
}

function translateMessage({ reason, message = '', values, file }: Partial<ErrorResponse>): string {
  const prefix = file === undefined ? '' : `${file}: `;
  return prefix + translate(`errors.${reason}`, message.slice(prefix.length), values);
}

/** Also for a problem in a cell of a table. */
export function translateIssue<Issue extends Omit<FieldIssue, 'path'>>(issue: Issue): Issue {
  const { reason, message, values } = issue;
  return { ...issue, message: translate(`fieldErrors.${reason}`, message, values) };
}

/** No response, a timeout, or a response that is not from our server. */
export class NetworkError extends Error {
  /** The line hangs. */
  readonly isTimeout: boolean;

  constructor(cause: unknown, { isTimeout = false } = {}) {
    super('', { cause });
    this.name = 'NetworkError';
    this.isTimeout = isTimeout;
  }
}

/** A failure that may be temporary, as opposed to a 4xx, which is final, unless the line was too slow. */
export function isServerFailure(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 408;
  return error instanceof NetworkError;
}

/**
 * The server's message, even for a 5xx; the fallback if there is none. Only login and attendance
 * use it: `describeError` is the rule.
 */
export function getServerMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** The server's message for a 4xx; the fallback if the server failed or did not respond. */
export function describeError(error: unknown, fallback: string): string {
  return isServerFailure(error) ? fallback : getServerMessage(error, fallback);
}
