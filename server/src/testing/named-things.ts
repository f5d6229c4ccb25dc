import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { z } from 'zod';

/** The fields of a request that name a thing of somebody's: all of its path, and whatever is an id. */
export function thingsNamedBy({ params, query, body }: Endpoint): string[] {
  const named = [query, body].flatMap((schema) => fieldsOf(schema)).filter(namesAThing);
  return [...fieldsOf(params), ...named];
}

/** Names of things that are not called ids. */
const otherNames = ['teacher', 'family_of', 'attachments', 'existingAttachments', 'thumbnail'];

function namesAThing(path: string): boolean {
  const field = path.split('.').at(-1) as string;
  // A grade is for all schools.
  return (/(^|_)ids?$/.test(field) && field !== 'grade_id') || otherNames.includes(field);
}

/** Every field of a schema, one within a list or object as `students.id`. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return fieldsOf(schema.unwrap());
  }
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsOf(option));
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([field, inner]) => [
    field,
    ...fieldsOf(inner).map((path) => `${field}.${path}`),
  ]);
}
