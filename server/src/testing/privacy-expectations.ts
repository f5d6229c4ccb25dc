import type { RequestKind, RequestStatus } from '@lop-xanh/contract/privacy';
import {
  accounts,
  buildRows,
  byId,
  notFound,
  notFoundExceptAdmin,
  pendingPosts,
  type Resources,
  type RowContext,
  type Rows,
} from './access-rows.ts';
import { addUser, insertRow } from './fixtures.ts';

const moment = () => new Date().toISOString();

/** Requests in a state, by the user themselves and by others. */
function requestsIn(status: RequestStatus, kind: RequestKind = 'copy'): Resources {
  const add = (
    { db, mod }: { db: RowContext['db']; mod: number },
    { schoolId, subject, requester }: { schoolId: number; subject: number; requester: number },
  ) =>
    insertRow(db, 'data_requests', {
      school_id: schoolId,
      subject_id: subject,
      requested_by: requester,
      requester_name: 'An',
      kind,
      status,
      received_on: '2026-09-07',
      answer_due: '2026-09-09',
      result_due: '2026-09-22',
      ...(status !== 'open' && { answered_at: moment(), answered_by: mod }),
      ...(status === 'done' && { finished_at: moment(), finished_by: mod }),
    });
  return {
    own: {
      description: 'their own request',
      getKey: ({ db, ours: { schoolId, mod }, me }) =>
        add({ db, mod: mod.id }, { schoolId, subject: me.id, requester: me.id }),
    },
    'same school': {
      description: "a colleague's request",
      getKey: ({
        db,
        ours: {
          schoolId,
          mod,
          otherTeacher: { id },
        },
      }) => add({ db, mod: mod.id }, { schoolId, subject: id, requester: id }),
    },
    'other school': {
      description: "another school's request",
      getKey: ({ db, theirs: { schoolId, mod, student, parent } }) =>
        add({ db, mod: mod.id }, { schoolId, subject: student.id, requester: parent.id }),
    },
    missing: { description: 'a missing id', getKey: () => 999_999_999 },
  };
}

/** Students never come this far: the endpoints are closed to them. */
const closedToStudents = { Student: 403 };
const hidden = {
  'same school': { ...closedToStudents, Parent: 404, Teacher: 404 },
  'other school': { ...notFoundExceptAdmin, ...closedToStudents },
  missing: { ...notFound, ...closedToStudents },
};
const hiddenFromOffice = {
  'other school': { Mod: 404 },
  missing: { Mod: 404, Admin: 404 },
};

/** Every requester gets a student of their own to erase, because nobody is erased twice. */
const addErasableRequest = async ({ db, ours: { schoolId, mod } }: RowContext): Promise<number> => {
  const student = await addUser({ db }, { role: 'Student', school_id: schoolId });
  return insertRow(db, 'data_requests', {
    school_id: schoolId,
    subject_id: student.id,
    requester_name: 'An',
    kind: 'erasure',
    status: 'accepted',
    received_on: '2026-09-07',
    answer_due: '2026-09-09',
    result_due: '2026-09-22',
    answered_at: moment(),
    answered_by: mod.id,
  });
};
const erasures: Resources = {
  ...requestsIn('accepted', 'erasure'),
  'same school': { description: "a student's request", getKey: addErasableRequest },
};
/** Nobody erases themselves. */
const erasureStatuses = { ...hiddenFromOffice, own: { Mod: 403, Admin: 403 } };

/** The access rows of requests about personal data. */
export const privacyRows: Rows = {
  'GET /api/privacy/requests': [
    { description: 'what they may read', expect: {} },
    // The status is the same for all of them: nobody learns whether an id exists.
    ...buildRows('subject_id', accounts, (subject_id: number) => ({ query: { subject_id } })),
  ],
  'POST /api/privacy/requests': buildRows(
    'subject_id',
    accounts,
    (subject_id: number) => ({ body: { kind: 'copy', subject_id } }),
    { ...hidden, own: { ...closedToStudents, Admin: 404 } },
  ),
  'GET /api/privacy/requests/{id}': buildRows('id', requestsIn('open'), byId, hidden),
  'PUT /api/privacy/requests/{id}/answer': buildRows(
    'id',
    requestsIn('open'),
    (id: number) => ({ params: { id }, body: { version: 1, accepted: true, answer: 'Vâng' } }),
    hiddenFromOffice,
  ),
  'PUT /api/privacy/requests/{id}/finish': buildRows(
    'id',
    requestsIn('accepted'),
    (id: number) => ({ params: { id }, body: { version: 1, result: 'Xong' } }),
    hiddenFromOffice,
  ),
  'GET /api/privacy/requests/{id}/erasure': buildRows('id', erasures, byId, erasureStatuses),
  'POST /api/privacy/requests/{id}/erasure': [
    ...buildRows(
      'id',
      erasures,
      (id: number) => ({ params: { id }, body: { version: 1, mentions: [], photos: [] } }),
      erasureStatuses,
    ),
    // A text without the name stays as it is, whoever wrote it.
    ...buildRows('mentions.id', pendingPosts, async (id: number, context) => ({
      params: { id: await addErasableRequest(context) },
      body: { version: 1, mentions: [{ kind: 'post', id }], photos: [] },
    })),
  ],
  'GET /api/privacy/requests/{id}/copy.zip': buildRows('id', requestsIn('done'), byId, hidden),
};
