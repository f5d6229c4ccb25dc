import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, messageResponse } from './fields.ts';
import { limits } from './rules/limits.ts';
import { pictures } from './rules/pictures.ts';

/** 128 random bits in base64url. It stands in the fragment of the card's address, which no server sees. */
export const cardSecret = z.string().regex(/^[A-Za-z0-9_-]{22}$/);
const picture = z.enum(pictures);
/** Three different ones, in their order. */
const threePictures = z
  .array(picture)
  .length(limits.cardPictures)
  .refine((chosen) => new Set(chosen).size === chosen.length);

/** Students have a card; staff and parents never do. */
export const cardState = z.object({
  student_id: id,
  full_name: z.string(),
  username: z.string(),
  /** Null without a card. */
  issuedAt: z.string().nullable(),
  hasPictures: z.boolean(),
  isLocked: z.boolean(),
});
export type CardState = z.infer<typeof cardState>;

/** A card to be printed: the secret is shown only once. */
export const issuedCard = z.object({
  student_id: id,
  full_name: z.string(),
  username: z.string(),
  secret: z.string(),
  /** The pictures that the student was given; null if the student has chosen or will choose them. */
  pictures: z.array(picture).nullable(),
});
export type IssuedCard = z.infer<typeof issuedCard>;

const staff = { Teacher: 'own classes', Mod: 'own school', Admin: 'all' } as const;

export const cards = {
  open: endpoint({
    method: 'POST',
    path: '/api/auth/card',
    summary: 'Whose card this is, and whether its pictures are chosen',
    access: 'anyone',
    withoutIdempotencyKey: true,
    body: z.object({ secret: cardSecret }),
    response: z.object({
      first_name: z.string(),
      avt: z.string(),
      hasPictures: z.boolean(),
    }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/card/login',
    summary: `Log in with a card and its pictures; ${limits.cardTries} wrong tries lock the card`,
    access: 'anyone',
    withoutIdempotencyKey: true,
    body: z.object({
      secret: cardSecret,
      pictures: threePictures,
      /** True to choose the pictures of a card that has none yet. */
      choose: z.boolean().optional(),
      device: z.string().max(100).optional(),
    }),
    response: z.object({ token: z.string(), message: z.string(), device: z.string() }),
  }),
  ofClass: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/cards',
    summary: 'The active students of a class and the state of their cards',
    access: staff,
    params: idParams,
    response: z.object({
      class_name: z.string(),
      school_name: z.string(),
      cards: z.array(cardState),
    }),
  }),
  issue: endpoint({
    method: 'POST',
    path: '/api/classes/{id}/cards',
    summary:
      'Issue new cards for students of a class; their former cards stop working, pictures and passwords stay',
    access: staff,
    params: idParams,
    body: z.object({
      /** All active students of the class by default. */
      student_ids: z.array(id).min(1).max(100).optional(),
      /** True to give pictures to those who have none. */
      givePictures: z.boolean().optional(),
    }),
    status: 201,
    response: z.object({
      class_name: z.string(),
      school_name: z.string(),
      cards: z.array(issuedCard),
    }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/students/{id}/card',
    summary: 'Revoke a card and end the sessions that it opened',
    access: staff,
    params: idParams,
    response: messageResponse,
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/api/students/{id}/card/unlock',
    summary: 'Unlock a card after too many wrong pictures',
    access: staff,
    params: idParams,
    response: messageResponse,
  }),
  resetPictures: endpoint({
    method: 'DELETE',
    path: '/api/students/{id}/card/pictures',
    summary: 'Let a student choose new pictures with the next login; also unlocks the card',
    access: staff,
    params: idParams,
    response: messageResponse,
  }),
};
