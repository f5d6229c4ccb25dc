import { z } from 'zod';

export const id = z.number().int().positive();

/** The response of a write that returns no data. */
export const messageResponse = z.object({ message: z.string() });

/** An id in a path or query string, where every value is text. */
export const idInUrl = z.coerce.number().int().positive();
export const idParams = z.object({ id: idInUrl });

/** A school year is named by its first calendar year; the default is the current one. */
export const schoolYearQuery = z.object({
  school_year: z.coerce.number().int().min(2000).max(2999).optional(),
});
