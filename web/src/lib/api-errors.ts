import type { ErrorAnswer, ErrorCode, FieldIssue } from '@lop-xanh/contract/errors';

/** The server answered, and refused. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly issues: readonly FieldIssue[];
  /** The request was a repeat: the server did it the first time, and has nothing to show for it any more. */
  readonly isAlreadyDone: boolean;

  constructor(status: number, answer: Partial<ErrorAnswer>) {
    super(answer.message ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = answer.code;
    this.issues = answer.issues ?? [];
    this.isAlreadyDone = answer.alreadyDone ?? false;
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

/** The server's own words, or these: at login and in the roll call also where the server failed. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** A refusal in the server's own words; these when the server failed. */
export function refusalOr(failure: string, error: unknown): string {
  return isServerFailure(error) ? failure : messageOf(error, failure);
}
