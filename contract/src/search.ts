import { z } from 'zod';
import { accountStatus } from './account-fields.ts';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { limits } from './rules/limits.ts';
import { roles } from './rules/roles.ts';

/** Somebody whom the current user may open: an account, or for a Teacher a student of their classes. */
export const foundPerson = z.object({
  id,
  role: z.enum(roles),
  full_name: z.string(),
  first_name: z.string(),
  avt: z.string(),
  username: z.string(),
  identifier_code: z.string().nullable(),
  status: accountStatus,
  /** Only the first and last digits. */
  phone: z.string().nullable(),
  school_name: z.string().nullable(),
  class_id: id.nullable(),
  class_name: z.string().nullable(),
  /** A student's parents or a parent's children. */
  relatives: z.array(z.object({ full_name: z.string(), class_name: z.string().nullable() })),
});
export type FoundPerson = z.infer<typeof foundPerson>;

export const foundClass = z.object({
  id,
  name: z.string(),
  school_id: id,
  school_name: z.string(),
  teacher_full_name: z.string().nullable(),
  student_count: z.number().int().nonnegative(),
});
export type FoundClass = z.infer<typeof foundClass>;

/** One week of a lesson. */
export const foundLesson = z.object({
  lesson_id: id,
  week: z.number().int(),
  title: z.string(),
  lesson_title: z.string(),
  grade_name: z.string(),
});
export type FoundLesson = z.infer<typeof foundLesson>;

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/api/search',
    summary:
      'The people, classes and lessons that match best, a few of each kind; a Teacher finds the students of their classes, a Student or Parent no people',
    access: {
      Student: 'own grade',
      Parent: "children's grades",
      Teacher: 'own classes',
      Mod: 'own school',
      Admin: 'all',
    },
    isExpensive: true,
    query: z.object({
      /** The beginnings of words without regard to diacritics, a class, or the beginning or end of a number. */
      q: z.string().trim().max(limits.maxSearchLength),
    }),
    response: z.object({
      /** The best matches first, at most `limits.foundPerKind` students, as many parents and as many members of staff. */
      people: z.array(foundPerson),
      classes: z.array(foundClass),
      lessons: z.array(foundLesson),
    }),
  }),
};
