import {
  describeProblem,
  type FieldErrorName,
  type fieldErrors,
} from '@lop-xanh/contract/field-errors';
import type { ValuesArgument } from '@lop-xanh/contract/rules/templates';

/** The text of an error that the browser finds by itself, as the server would write it. */
export function describeFieldError<Name extends FieldErrorName>(
  name: Name,
  ...values: ValuesArgument<(typeof fieldErrors)[Name]>
): string {
  return describeProblem(name, ...values).message;
}
