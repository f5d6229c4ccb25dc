import {
  type ApiErrorName,
  apiErrors,
  errorStatuses,
  type FieldIssue,
} from '@lop-xanh/contract/errors';

interface Details {
  /** Replaces the default message, for texts with numbers in them. */
  message?: string;
  issues?: FieldIssue[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An error that a use case throws by its name; `sendError` turns it into the response. */
export class AppError extends Error {
  readonly code;
  readonly status;
  readonly issues;
  readonly retryAfterSeconds;
  /** See `errorResponse`. */
  isAlreadyDone = false;

  constructor(
    name: ApiErrorName,
    { message: text, issues, retryAfterSeconds, cause }: Details = {},
  ) {
    const { code, message } = apiErrors[name];
    super(text ?? message, { cause });
    this.code = code;
    this.status = errorStatuses[code];
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An error shown at one field of the form. */
export function fieldError(name: ApiErrorName, path: string): AppError {
  return new AppError(name, { issues: [{ path, message: apiErrors[name].message }] });
}
