import { expect, test } from 'vitest';
import { apiErrors } from './errors.ts';
import { fieldErrors } from './field-errors.ts';
import type { Template } from './rules/templates.ts';

test('an error that is also shown at a field has the same text there', () => {
  const shared = Object.entries<Template>(fieldErrors).filter(([name]) => name in apiErrors);
  expect(shared.length).toBeGreaterThan(0);
  expect(apiErrors).toMatchObject(Object.fromEntries(shared));
});
