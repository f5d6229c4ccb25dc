import { z } from 'zod';

/** `before` is the cursor that the previous page returned as `next`. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: z.string().max(200).optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;

export const nextCursor = z.string().nullable();
