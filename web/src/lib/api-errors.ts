import type { ErrorCode, ErrorResponse, FieldIssue } from '@lop-xanh/contract/errors';

/** The server answered, and refused. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly issues: readonly FieldIssue[];
  /** The request was a repeat: the server did it the first time, and has nothing to show for it any more. */
  readonly isAlreadyDone: boolean;
  /** How long the server wants to be left alone; 0 where it does not say. */
  readonly retryAfterMs: number;

  constructor(status: number, answer: Partial<ErrorResponse>, retryAfter: string | null = null) {
    super(answer.message ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = answer.code;
    this.issues = answer.issues ?? [];
    this.isAlreadyDone = answer.alreadyDone ?? false;
    this.retryAfterMs = (Number(retryAfter) || 0) * 1_000;
  }
}

/** No answer, none in time, or one that is not ours. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('', { cause });
    this.name = 'NetworkError';
  }
}

/** The server fails, which may pass, as opposed to a refusal, which will not. */
export function isServerFailure(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/** 429 and 503 say themselves that they pass, and a proxy's 502 and 504 mean that nobody answered. */
const passing: readonly number[] = [429, 502, 503, 504];

/** The request was not decided on: sending it again later will do. */
export function isNoAnswer(error: unknown): boolean {
  return (
    error instanceof NetworkError || (error instanceof ApiError && passing.includes(error.status))
  );
}

/** The server's own words, or these: at login and in the roll call also where the server failed. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** A refusal in the server's own words; these when the server failed. */
export function errorMessageOr(failure: string, error: unknown): string {
  return isServerFailure(error) ? failure : messageOf(error, failure);
}
