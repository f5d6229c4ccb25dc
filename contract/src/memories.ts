import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

/** A class that the student, or a parent's child, has left, with the posts they may still read. */
export const formerClass = z.object({
  class_id: id,
  class_name: z.string(),
  school_year: z.number().int(),
  teacher_full_name: z.string().nullable(),
  /** The student, or the child of the parent. */
  student_id: id,
  student_first_name: z.string(),
  post_count: z.number().int().nonnegative(),
  photo_count: z.number().int().nonnegative(),
});
export type FormerClass = z.infer<typeof formerClass>;

export const memories = {
  list: endpoint({
    method: 'GET',
    path: '/api/memories',
    summary: 'The former classes with their posts, newest first; read the posts with `class_id`',
    access: { Student: 'own classes', Parent: "children's classes" },
    response: z.object({ classes: z.array(formerClass) }),
  }),
};
