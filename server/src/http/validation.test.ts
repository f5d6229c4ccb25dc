import type { FieldErrorName } from '@lop-xanh/contract/field-errors';
import type { TemplateValues } from '@lop-xanh/contract/rules/templates';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { expectNamedProblems } from '../testing/error-texts.ts';
import { validate } from './validation.ts';

const id = z.number().int().positive();

const cases: [FieldErrorName, z.ZodType, unknown, TemplateValues?][] = [
  ['required', z.string(), undefined],
  ['required', z.string(), null],
  ['required', z.enum(['a', 'b']), undefined],
  ['required', z.string().trim().min(1), ' '],
  ['wrong_type', z.string(), 1],
  ['wrong_type', z.boolean(), 'true'],
  ['wrong_type', z.array(id), {}],
  ['wrong_type', z.object({}), []],
  ['too_short', z.string().min(3), 'ab', { min: 3 }],
  ['too_long', z.string().max(2), 'abc', { max: 2 }],
  ['not_a_number', id, '1'],
  ['not_a_number', z.coerce.number(), 'một'],
  ['not_a_whole_number', id, 1.5],
  ['number_too_large', id, 2 ** 53, { max: Number.MAX_SAFE_INTEGER }],
  ['number_not_above', id, 0, { min: 0 }],
  ['number_too_small', z.number().min(2000), 1999, { min: 2000 }],
  ['number_too_large', z.number().max(100), 101, { max: 100 }],
  ['too_many_items', z.array(id).max(1), [1, 2], { max: 1 }],
  ['invalid_choice', z.enum(['a', 'b']), 'c'],
  ['invalid_format', z.string().regex(/^a/), 'b'],
  ['invalid_input', z.union([z.literal('none'), id]), 'x'],
  ['invalid_input', z.strictObject({}), { a: 1 }],
];

test.each(cases)('issue %# is named %s', (reason, schema, input, values) => {
  const { issues = [] } = validate(z.object({ field: schema }), { field: input });
  expect(issues).toEqual([
    { path: 'field', reason, message: expect.any(String), ...(values && { values }) },
  ]);
  expectNamedProblems(issues);
});

test('a value in a text is formatted', () => {
  const { issues } = validate(z.string().max(2_000), 'a'.repeat(2_001));
  expect(issues?.[0]?.message).toBe('Dài hơn 2.000 ký tự');
});
