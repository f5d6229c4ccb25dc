import { apiErrors, type ErrorResponse, errorResponse } from '@lop-xanh/contract/errors';
import { type FieldProblem, fieldErrors } from '@lop-xanh/contract/field-errors';
import { fillTemplate, type Template } from '@lop-xanh/contract/rules/templates';
import { expect } from 'vitest';

/** Every text of an error is that of its name with its values, so a client can write it in any language. */
export function expectNamedError(body: unknown): ErrorResponse {
  const error = errorResponse.parse(body);
  expect(error).toEqual(body);
  const { message, values, file, reason, issues = [] } = error;
  const text = file === undefined ? message : message.slice(`${file}: `.length);
  expect({ message: text, values }).toEqual(fillTemplate<Template>(apiErrors[reason], values));
  expectNamedProblems(issues);
  return error;
}

export function expectNamedProblems(problems: readonly FieldProblem[]): void {
  for (const { message, values, reason } of problems) {
    expect({ message, values }).toEqual(fillTemplate<Template>(fieldErrors[reason], values));
  }
}
