import { z } from 'zod';

/** What many calls take and answer, in the body. */
export const id = z.number().int().positive();
export const done = z.object({ message: z.string() });

/** The same id in an address, where everything is text. */
export const idInAddress = z.coerce.number().int().positive();
/** The `{id}` of a path. */
export const byId = z.object({ id: idInAddress });

/** A school year by the calendar year in which it begins; left out, the current one. */
export const ofYear = z.object({
  school_year: z.coerce.number().int().min(2000).max(2999).optional(),
});
