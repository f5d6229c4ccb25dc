import { z } from 'zod';
import { endpoint, managers } from './endpoint.ts';
import { nameError } from './field-errors.ts';
import { id, idParams, messageResponse } from './fields.ts';

const count = z.number().int().nonnegative();

export const school = z.object({
  id,
  school_name: z.string(),
  /** Grows with every change. */
  version: z.number().int().positive(),
  /** Active accounts by role, and classes: the numbers on the tabs. */
  mod_count: count,
  teacher_count: count,
  student_count: count,
  /** With the parents of another school who have a child here. */
  parent_count: count,
  class_count: count,
  /** All accounts, including inactive ones. Only a school without any can be deleted. */
  account_count: count,
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
});
export type School = z.infer<typeof school>;

const schoolFields = z.object({
  school_name: z.string().trim().min(1, nameError('name_required')).max(200),
});

export const schools = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/schools',
    summary: 'The schools by name; a Mod sees only their own',
    access: managers,
    response: z.object({ schools: z.array(school) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/schools',
    summary: 'Create a school',
    access: { Admin: 'all' },
    body: schoolFields,
    status: 201,
    response: school,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/admin/schools/{id}',
    summary: 'Rename a school',
    access: { Admin: 'all' },
    params: idParams,
    body: schoolFields.extend({ version: z.number().int().positive().optional() }),
    response: school,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/schools/{id}',
    summary:
      'Delete a school; with accounts or classes left, a conflict that reports their numbers',
    access: { Admin: 'all' },
    params: idParams,
    response: messageResponse,
  }),
};
