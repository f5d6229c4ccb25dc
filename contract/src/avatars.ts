import { z } from 'zod';
import { endpoint, everyone } from './endpoint.ts';
import { id, idParams, messageResponse } from './fields.ts';
import { animals } from './rules/animals.ts';

const ownAvatar = z.object({
  /** What others see. */
  avt: z.string(),
  /** The student's picture that waits for approval, or null. */
  pending_avt: z.string().nullable(),
});
export type OwnAvatar = z.infer<typeof ownAvatar>;

const pendingAvatar = z.object({
  id,
  student_id: id,
  full_name: z.string(),
  first_name: z.string(),
  avt: z.string(),
  /** Whether photos of the student may be shown. */
  hasConsent: z.boolean(),
});
export type PendingAvatar = z.infer<typeof pendingAvatar>;

export const avatars = {
  read: endpoint({
    method: 'GET',
    path: '/api/profile/avatar',
    summary: "The user's avatar, and the picture that waits for approval",
    access: everyone('self'),
    response: ownAvatar,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/api/profile/avatar',
    summary: 'Choose an animal, or the default avatar with null; deletes uploaded pictures',
    access: everyone('self'),
    body: z.object({ animal: z.enum(animals).nullable() }),
    response: ownAvatar,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/profile/avatar/photo',
    summary: "Upload a picture, as the form field `avatar`; a student's waits until it is approved",
    access: everyone('self'),
    acceptsFiles: 'avatar',
    requestsPerHour: 20,
    response: ownAvatar,
  }),
  pendingOfClass: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/avatars',
    summary: "The pictures of a class's students that wait for approval, the oldest first",
    access: { Teacher: 'own classes', Mod: 'own school' },
    params: idParams,
    response: z.object({ avatars: z.array(pendingAvatar) }),
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/api/avatars/{id}',
    summary: "Approve or reject a student's picture; the student is told",
    access: { Teacher: 'own classes', Mod: 'own school' },
    params: idParams,
    body: z.object({ status: z.enum(['approved', 'rejected']) }),
    response: messageResponse,
  }),
};
