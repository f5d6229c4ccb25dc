import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { z } from 'zod';

/** The fields of a request that name a resource: everything in the path, and every id elsewhere. */
export function listResourceFields({ params, query, body }: Endpoint): string[] {
  const named = [query, body].flatMap((schema) => listFields(schema)).filter(isResourceField);
  return [...listFields(params), ...named];
}

/** Fields that name a resource although they are not called id. */
const otherNames = ['teacher', 'family_of', 'attachments', 'existingAttachments', 'thumbnail'];

function isResourceField(path: string): boolean {
  const field = path.split('.').at(-1) as string;
  // Grades are the same in all schools.
  return (/(^|_)ids?$/.test(field) && field !== 'grade_id') || otherNames.includes(field);
}

/** Every field of a schema; nested ones as a path such as `students.id`. */
function listFields(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return listFields(schema.unwrap());
  }
  if (schema instanceof z.ZodArray) return listFields(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listFields(option));
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([field, inner]) => [
    field,
    ...listFields(inner).map((path) => `${field}.${path}`),
  ]);
}
