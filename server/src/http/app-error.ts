import {
  type ApiErrorName,
  apiErrors,
  errorStatuses,
  type FieldIssue,
  type SharedErrorName,
  type SimpleErrorName,
} from '@lop-xanh/contract/errors';
import { describeProblem } from '@lop-xanh/contract/field-errors';
import {
  fillTemplate,
  type OpenValues,
  type Template,
  type TemplateValues,
} from '@lop-xanh/contract/rules/templates';

interface Details {
  issues?: FieldIssue[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

type NameWithValues = Exclude<ApiErrorName, SimpleErrorName>;
type ErrorWithValues = {
  [Name in NameWithValues]: [
    reason: Name,
    details: Details & { values: OpenValues<(typeof apiErrors)[Name]> },
  ];
}[NameWithValues];

/** An error that a use case throws by its name; `sendError` turns it into the response. */
export class AppError extends Error {
  readonly reason;
  readonly values;
  readonly code;
  readonly status;
  readonly issues;
  readonly retryAfterSeconds;
  /** See `errorResponse`. */
  file: string | undefined;
  /** See `errorResponse`. */
  isAlreadyDone = false;

  constructor(reason: SimpleErrorName, details?: Details);
  constructor(...error: ErrorWithValues);
  constructor(
    reason: ApiErrorName,
    {
      values: openValues,
      issues,
      retryAfterSeconds,
      cause,
    }: Details & { values?: TemplateValues } = {},
  ) {
    const { code, ...template } = apiErrors[reason];
    const { message, values } = fillTemplate<Template>(template, openValues);
    super(message, { cause });
    this.reason = reason;
    this.values = values;
    this.code = code;
    this.status = errorStatuses[code];
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An error shown at one field of the form. */
export function fieldError(name: SharedErrorName, path: string): AppError {
  return new AppError(name, { issues: [{ path, ...describeProblem(name) }] });
}
