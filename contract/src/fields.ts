import { z } from 'zod';
import { nameError } from './field-errors.ts';

export const id = z.number().int().positive();

/** A day in the life of somebody who is alive. */
export const day = z.iso
  .date(nameError('invalid_date'))
  .refine((text) => text >= '1900-01-01', nameError('invalid_date'));

/** The response of a write that returns no data. */
export const messageResponse = z.object({ message: z.string() });

/** An id in a path or query string, where every value is text. */
export const idInUrl = z.coerce.number().int().positive();
export const idParams = z.object({ id: idInUrl });

/** A school year is named by its first calendar year; the default is the current one. */
export const schoolYearQuery = z.object({
  school_year: z.coerce.number().int().min(2000).max(2999).optional(),
});
