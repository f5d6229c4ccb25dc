import type { FieldIssue } from '@lop-xanh/contract/errors';
import { type FieldErrorName, fieldErrors } from '@lop-xanh/contract/field-errors';
import { fillTemplate, type Template } from '@lop-xanh/contract/rules/templates';
import type { z } from 'zod';

/** Validates input; the issues are written for the user instead of zod's own. */
export function validate<Output>(
  schema: z.ZodType<Output>,
  input: unknown,
): { data: Output; issues?: never } | { data?: never; issues: FieldIssue[] } {
  const { data, error } = schema.safeParse(input, { error: nameIssue });
  return error ? { issues: error.issues.map(toFieldIssue) } : { data };
}

/** The schemas of the contract and `nameIssue` put the name of a field error in place of the message. */
function toFieldIssue(issue: z.core.$ZodIssue): FieldIssue {
  const reason = issue.message as FieldErrorName;
  const limits = {
    ...('minimum' in issue && { min: Number(issue.minimum) }),
    ...('maximum' in issue && { max: Number(issue.maximum) }),
  };
  return {
    path: issue.path.join('.'),
    reason,
    ...fillTemplate<Template>(fieldErrors[reason], limits),
  };
}

/** Names an issue whose schema does not name it itself. */
function nameIssue(issue: z.core.$ZodRawIssue): FieldErrorName {
  if (issue.input === undefined || issue.input === null) return 'required';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return 'not_a_whole_number';
      return issue.expected === 'number' ? 'not_a_number' : 'wrong_type';
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? 'required' : 'too_short';
      return issue.inclusive ? 'number_too_small' : 'number_not_above';
    case 'too_big':
      if (issue.origin === 'string') return 'too_long';
      return issue.origin === 'array' ? 'too_many_items' : 'number_too_large';
    case 'invalid_value':
      return 'invalid_choice';
    case 'invalid_format':
      return 'invalid_format';
    default:
      return 'invalid_input';
  }
}
