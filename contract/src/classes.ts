import { z } from 'zod';
import { accountStatus } from './accounts.ts';
import { endpoint, everyone } from './endpoint.ts';
import { byId, done, id, idInAddress } from './fields.ts';
import { messages } from './messages.ts';
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
  /** Grows with every change. */
  version: z.number().int().positive(),
});
export type SchoolClass = z.infer<typeof schoolClass>;

/** A student of a class. A classmate or a parent is told the names and the avatar alone. */
export const student = z.object({
  id,
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avt: z.string(),
  username: z.string().optional(),
  identifier_code: z.string().nullable().optional(),
  email: z.string().nullable().optional(),
  phone: z.string().nullable().optional(),
  parent_name: z.string().nullable().optional(),
  status: accountStatus.optional(),
  class_id: id.optional(),
  school_id: id.optional(),
  /** Whether wrong tries make the next login wait. */
  isLoginSlowed: z.boolean().optional(),
});
export type Student = z.infer<typeof student>;
/** What only the staff is told. */
const detailsOfStudent = Object.entries(student.shape).flatMap(([field, schema]) =>
  schema instanceof z.ZodOptional ? field : [],
);

const readers = {
  Student: 'own class',
  Parent: "children's classes",
  Teacher: 'own classes',
  Mod: 'own school',
  Admin: 'all',
} as const;

/** A teacher by id or username; null leaves the class without one. */
const teacher = z.union([id, z.string().min(1).max(100), z.null()]);
const classFields = z.object({
  name: z.string().trim().min(1, messages.schools.nameRequired).max(100),
  grade_id: id,
  school_id: id,
  teacher: teacher.optional(),
  teacher_id: id.nullable().optional(),
});

export const classes = {
  grades: endpoint({
    method: 'GET',
    path: '/api/grades',
    summary: 'The five grades of a primary school',
    access: everyone('all'),
    response: z.object({ grades: z.array(grade) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/classes',
    summary: 'The classes that the caller has to do with',
    access: readers,
    query: pageQuery.extend({ school_id: idInAddress.optional() }),
    response: z.object({ classes: z.array(schoolClass), next: nextCursor }),
    withheld: [{ from: ['Student', 'Parent'], of: 'classes', fields: ['teacher_username'] }],
  }),
  students: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/students',
    summary:
      "A class's active students by given name; names and avatar alone for Student and Parent",
    access: readers,
    params: byId,
    response: z.object({ students: z.array(student) }),
    withheld: [{ from: ['Student', 'Parent'], of: 'students', fields: detailsOfStudent }],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/classes',
    summary: 'Add a class, with a teacher or without one',
    access: { Admin: 'all' },
    body: classFields,
    status: 201,
    response: schoolClass,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/classes/{id}',
    summary: 'Change a class; whoever replaces its teacher sends the version they saw',
    access: { Admin: 'all' },
    params: byId,
    body: classFields.partial().extend({ version: z.number().int().positive().optional() }),
    response: schoolClass,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/classes/{id}',
    summary: 'Delete a class: its people are pending assignment, its attendance stays',
    access: { Admin: 'all' },
    params: byId,
    response: done,
  }),
};
