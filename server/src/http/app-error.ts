import { apiErrors, type FieldIssue, type Refusal, statusOf } from '@lop-xanh/contract/errors';

interface Details {
  /** In place of the refusal's own words, where they carry numbers. */
  words?: string;
  issues?: FieldIssue[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A refusal that a use case throws by its name; one handler makes the answer of it. */
export class AppError extends Error {
  readonly code;
  readonly status;
  readonly issues;
  readonly retryAfterSeconds;
  /** See `errorResponse`. */
  isAlreadyDone = false;

  constructor(refusal: Refusal, { words, issues, retryAfterSeconds, cause }: Details = {}) {
    const { code, message } = apiErrors[refusal];
    super(words ?? message, { cause });
    this.code = code;
    this.status = statusOf[code];
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A refusal whose words belong to one field of the form. */
export function fieldError(refusal: Refusal, path: string): AppError {
  return new AppError(refusal, { issues: [{ path, message: apiErrors[refusal].message }] });
}
