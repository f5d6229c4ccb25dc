import {
  buildRows,
  byId,
  classes,
  notFoundExceptAdmin,
  type Rows,
  students,
} from './access-rows.ts';
import { today } from './attendance.ts';

const form = { side: 'guardian', decision: 'given' };

const forbiddenInSchool = { Student: 403, Parent: 403, Teacher: 403 };
const forClass = {
  'same school': { Teacher: 403 },
  'other school': { Teacher: 404, Mod: 404 },
  missing: { Teacher: 404, Mod: 404, Admin: 404 },
};
const forStudent = {
  'same school': forbiddenInSchool,
  'other school': notFoundExceptAdmin,
  missing: { ...notFoundExceptAdmin, Admin: 404 },
};

/** The access rows of photo consent. */
export const consentRows: Rows = {
  'GET /api/students/{id}/consent': buildRows('id', students, byId, forStudent),
  'POST /api/students/{id}/consent': buildRows(
    'id',
    students,
    (id: number) => ({ params: { id }, body: { decision: 'given' } }),
    forStudent,
  ),
  'POST /api/students/{id}/consent/paper': buildRows(
    'id',
    students,
    (id: number) => ({ params: { id }, body: { ...form, decided_on: today } }),
    forStudent,
  ),
  'GET /api/students/{id}/consent/posts': buildRows('id', students, byId, forStudent),
  'GET /api/classes/{id}/consent': buildRows('id', classes, byId, forClass),
  'POST /api/classes/{id}/consent': [
    ...buildRows(
      'id',
      classes,
      (id: number, { ours, theirs }) => {
        const student =
          id === ours.classId
            ? ours.student
            : id === theirs.classId
              ? theirs.student
              : ours.otherStudent;
        const records = [{ ...form, student_id: student.id }];
        return { params: { id }, body: { decided_on: today, records } };
      },
      forClass,
    ),
    ...buildRows(
      'records.student_id',
      students,
      (student_id: number, { ours }) => ({
        params: { id: ours.classId },
        body: { decided_on: today, records: [{ ...form, student_id }] },
      }),
      {
        'same school': { Teacher: 400, Mod: 400, Admin: 400 },
        'other school': { Teacher: 400, Mod: 400, Admin: 400 },
        missing: { Teacher: 400, Mod: 400, Admin: 400 },
      },
    ),
  ],
};
