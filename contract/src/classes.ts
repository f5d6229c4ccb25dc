import { z } from 'zod';
import { id } from './accounts.ts';
import { endpoint, everyone } from './endpoint.ts';
import { nextCursor, pageQuery } from './paging.ts';

export const grade = z.object({ id, name: z.string() });
export type Grade = z.infer<typeof grade>;

export const schoolClass = z.object({
  id,
  name: z.string(),
  grade_id: id,
  grade_name: z.string(),
  school_id: id,
  school_name: z.string(),
  teacher_id: id.nullable(),
  teacher_username: z.string().nullable(),
  teacher_full_name: z.string().nullable(),
  teacher_first_name: z.string().nullable(),
  teacher_last_name: z.string().nullable(),
  teacher_avt: z.string().nullable(),
  student_count: z.number().int().nonnegative(),
  avt: z.string(),
});
export type SchoolClass = z.infer<typeof schoolClass>;

export const classes = {
  grades: endpoint({
    method: 'GET',
    path: '/api/grades',
    summary: 'The five grades of a primary school',
    access: everyone('all'),
    answer: z.object({ grades: z.array(grade) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/classes',
    summary: 'The classes that the caller has to do with',
    access: {
      Student: 'own class',
      Parent: "children's classes",
      Teacher: 'own classes',
      Mod: 'own school',
      Admin: 'all',
    },
    query: pageQuery.extend({ school_id: z.coerce.number().int().positive().optional() }),
    answer: z.object({ classes: z.array(schoolClass), next: nextCursor }),
  }),
};
