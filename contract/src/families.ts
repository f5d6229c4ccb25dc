import { z } from 'zod';
import { issuedPassword } from './accounts.ts';
import { endpoint, managers } from './endpoint.ts';
import { id, idInUrl, idParams, messageResponse } from './fields.ts';

/** A letter to a parent with the first password, which is shown only once. */
export const parentLetter = issuedPassword.extend({
  /** The parent's children in the class or import that the letters are for. */
  children: z.array(z.object({ full_name: z.string(), class_name: z.string().nullable() })),
});
export type ParentLetter = z.infer<typeof parentLetter>;

export const families = {
  link: endpoint({
    method: 'POST',
    path: '/api/admin/students/{id}/parents',
    summary:
      'Link a student to an existing parent: one the manager sees by id, any other by the exact username',
    access: managers,
    params: idParams,
    // Nobody can try out the usernames of other schools' parents.
    requestsPerMinute: 20,
    body: z.object({ parent_id: id.optional(), username: z.string().trim().max(100).optional() }),
    response: messageResponse,
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/api/admin/students/{id}/parents/{parent_id}',
    summary: 'Unlink a student from a parent; a parent without another child becomes inactive',
    access: managers,
    params: idParams.extend({ parent_id: idInUrl }),
    response: messageResponse,
  }),
  letters: endpoint({
    method: 'POST',
    path: '/api/classes/{id}/parent-letters',
    summary:
      'Letters with new first passwords for the parents of a class who have not chosen their own yet',
    access: { Teacher: 'own classes', ...managers },
    params: idParams,
    response: z.object({
      class_name: z.string(),
      school_name: z.string(),
      letters: z.array(parentLetter),
    }),
  }),
};
