import {
  describeProblem,
  type FieldErrorName,
  type fieldErrors,
} from '@lop-xanh/contract/field-errors';
import type { ValuesArgument } from '@lop-xanh/contract/rules/templates';
import { translateIssue } from './api-errors.ts';

/** The text of an error that the browser finds by itself. */
export function describeFieldError<Name extends FieldErrorName>(
  name: Name,
  ...values: ValuesArgument<(typeof fieldErrors)[Name]>
): string {
  return translateIssue(describeProblem(name, ...values)).message;
}
