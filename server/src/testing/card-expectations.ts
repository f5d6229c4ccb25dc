import {
  buildRows,
  byId,
  classes,
  type RowContext,
  type Rows,
  requesters,
  students,
} from './access-rows.ts';
import { addCard, cardPictures } from './fixtures.ts';

const forClass = {
  'same school': { Teacher: 403 },
  'other school': { Teacher: 404, Mod: 404 },
  missing: { Teacher: 404, Mod: 404, Admin: 404 },
};
const studentRows = buildRows('id', students, byId, forClass);
const notInClass = { Teacher: 400, Mod: 400, Admin: 400 };

const unauthenticated = Object.fromEntries(requesters.map((requester) => [requester, 401]));
const unknownSecret = 'A'.repeat(22);
const addOwnCard = ({ db, ours }: RowContext) =>
  addCard(db, { student: ours.student, issuedBy: ours.teacher });

/** The access rows of cards. */
export const cardRows: Rows = {
  'POST /api/auth/card': [
    {
      description: 'an unknown card',
      request: () => ({ body: { secret: unknownSecret } }),
      expect: unauthenticated,
    },
    {
      description: 'a card',
      request: async (context) => ({ body: { secret: await addOwnCard(context) } }),
      expect: {},
    },
  ],
  'POST /api/auth/card/login': [
    {
      description: 'an unknown card',
      request: () => ({ body: { secret: unknownSecret, pictures: cardPictures } }),
      expect: unauthenticated,
    },
    {
      description: 'a card and other pictures',
      request: async (context) => ({
        body: { secret: await addOwnCard(context), pictures: cardPictures.toReversed() },
      }),
      expect: unauthenticated,
    },
    {
      description: 'a card and its pictures',
      request: async (context) => ({
        body: { secret: await addOwnCard(context), pictures: cardPictures },
      }),
      expect: {},
    },
  ],
  'GET /api/classes/{id}/cards': buildRows('id', classes, byId, forClass),
  'POST /api/classes/{id}/cards': [
    ...buildRows('id', classes, (id: number) => ({ params: { id }, body: {} }), forClass),
    ...buildRows(
      'student_ids',
      students,
      (student_id: number, { ours }) => ({
        params: { id: ours.classId },
        body: { student_ids: [student_id] },
      }),
      { 'same school': notInClass, 'other school': notInClass, missing: notInClass },
    ),
  ],
  'DELETE /api/students/{id}/card': studentRows,
  'POST /api/students/{id}/card/unlock': studentRows,
  'DELETE /api/students/{id}/card/pictures': studentRows,
};
