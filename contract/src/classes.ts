import { z } from 'zod';
import { accountStatus } from './account-fields.ts';
import { endpoint, everyone, managers } from './endpoint.ts';
import { nameError } from './field-errors.ts';
import { id, idInUrl, idParams, messageResponse, schoolYearQuery } from './fields.ts';
import { nextCursor, pageQuery } from './paging.ts';

const day = z.iso.date(nameError('invalid_date'));

export const grade = z.object({ id, name: z.string() });
export type Grade = z.infer<typeof grade>;

export const substitute = z.object({
  id,
  teacher_id: id,
  full_name: z.string(),
  username: z.string().nullable(),
  from: z.string(),
  /** The last day. */
  until: z.string(),
  isNow: z.boolean(),
});
export type Substitute = z.infer<typeof substitute>;

export const schoolClass = z.object({
  id,
  name: z.string(),
  grade_id: id,
  grade_name: z.string(),
  school_id: id,
  school_name: z.string(),
  /** Named by its first calendar year. */
  school_year: z.number().int(),
  /** The homeroom teacher; of a class of an earlier year, the last one. */
  teacher_id: id.nullable(),
  teacher_username: z.string().nullable(),
  teacher_full_name: z.string().nullable(),
  teacher_first_name: z.string().nullable(),
  teacher_last_name: z.string().nullable(),
  teacher_avt: z.string().nullable(),
  /** Who stands in for the homeroom teacher, today or next. */
  substitute: substitute.nullable(),
  student_count: z.number().int().nonnegative(),
  avt: z.string(),
  /** Grows with every change. */
  version: z.number().int().positive(),
});
export type SchoolClass = z.infer<typeof schoolClass>;

/** A student of a class. Classmates and parents see only the names and the avatar. */
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
  /** Whether failed login attempts delay the next one. */
  isLoginSlowed: z.boolean().optional(),
});
export type Student = z.infer<typeof student>;
/** The fields that only staff see. */
const staffOnlyFields = Object.entries(student.shape).flatMap(([field, schema]) =>
  schema instanceof z.ZodOptional ? field : [],
);

const readAccess = {
  Student: 'own class',
  Parent: "children's classes",
  Teacher: 'own classes',
  Mod: 'own school',
  Admin: 'all',
} as const;

/** A teacher by id or username; null leaves the class without one. */
const teacher = z.union([id, z.string().min(1).max(100), z.null()]);
const classFields = z.object({
  name: z.string().trim().min(1, nameError('name_required')).max(100),
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
    summary: 'The classes visible to the user',
    access: readAccess,
    query: pageQuery.extend({ ...schoolYearQuery.shape, school_id: idInUrl.optional() }),
    response: z.object({ classes: z.array(schoolClass), next: nextCursor }),
    withheld: [{ from: ['Student', 'Parent'], of: 'classes', fields: ['teacher_username'] }],
  }),
  students: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/students',
    summary:
      "A class's active students by given name; a Student or Parent sees only names and avatars",
    access: readAccess,
    params: idParams,
    response: z.object({ students: z.array(student) }),
    withheld: [{ from: ['Student', 'Parent'], of: 'students', fields: staffOnlyFields }],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/classes',
    summary: 'Create a class, with or without a teacher',
    access: { Admin: 'all' },
    body: classFields,
    status: 201,
    response: schoolClass,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/classes/{id}',
    summary: 'Edit a class; replacing its teacher requires the version last read',
    access: { Admin: 'all' },
    params: idParams,
    body: classFields.partial().extend({ version: z.number().int().positive().optional() }),
    response: schoolClass,
  }),
  generate: endpoint({
    method: 'POST',
    path: '/api/classes/generate',
    summary: "Create the classes of a school's current year: every grade with every letter",
    access: managers,
    body: z.object({
      school_id: id.optional(),
      grades: z.array(id).min(1).max(5),
      letters: z.array(z.string().trim().min(1).max(10)).min(1).max(26),
    }),
    status: 201,
    response: z.object({ classes: z.array(schoolClass) }),
  }),
  addSubstitute: endpoint({
    method: 'POST',
    path: '/api/classes/{id}/substitutes',
    summary:
      "Let a teacher stand in for a class's homeroom teacher, from the first to the last day",
    access: managers,
    params: idParams,
    body: z.object({ teacher_id: id, from: day, until: day }),
    status: 201,
    response: schoolClass,
  }),
  endSubstitute: endpoint({
    method: 'DELETE',
    path: '/api/classes/{id}/substitutes/{substitute_id}',
    summary: 'End a substitution now, or cancel one that has not begun',
    access: managers,
    params: idParams.extend({ substitute_id: idInUrl }),
    response: schoolClass,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/classes/{id}',
    summary: 'Delete a class: its members become pending assignment, its attendance stays',
    access: { Admin: 'all' },
    params: idParams,
    response: messageResponse,
  }),
};
