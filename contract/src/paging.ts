import { z } from 'zod';

/** What a growing list takes: how many, and the cursor that an earlier page gave as `next`. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: z.string().max(200).optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;

export const nextCursor = z.string().nullable();
