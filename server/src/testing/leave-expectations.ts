import sql from 'sql-template-tag';
import {
  buildRows,
  byId,
  classes,
  notFoundExceptAdmin,
  posts,
  type Resources,
  type RowContext,
  type Rows,
  students,
} from './access-rows.ts';
import { today } from './attendance.ts';
import { insertRow, type TestUser } from './fixtures.ts';

const notFoundToStaff = { Teacher: 404, Mod: 404 };
const forClass = {
  'same school': { Teacher: 403 },
  'other school': notFoundToStaff,
  missing: { ...notFoundToStaff, Admin: 404 },
};
const forStudent = {
  'same school': { Parent: 403, Teacher: 403 },
  'other school': notFoundExceptAdmin,
  missing: { ...notFoundExceptAdmin, Admin: 404 },
};
const forPost = {
  'same school': { Teacher: 403 },
  'other school': notFoundToStaff,
  missing: notFoundToStaff,
};

/** A new note of a student in place of the one before, sent by the user of the request. */
const addNote =
  (getStudent: (context: RowContext) => TestUser & { schoolId: number }) =>
  async (context: RowContext) => {
    const { id: student_id, schoolId: school_id } = getStudent(context);
    await context.db.run(sql`
      update leave_notes set status = 'withdrawn', decided_at = null, decided_by = null
      where student_id = ${student_id}`);
    return insertRow(context.db, 'leave_notes', {
      school_id,
      student_id,
      sent_by: context.me.id,
      first_day: today,
      last_day: today,
      reason: 'Sốt',
    });
  };
const notes: Resources = {
  own: {
    description: 'about their own student or child',
    getKey: addNote(({ ours }) => ({ ...ours.student, schoolId: ours.schoolId })),
  },
  'same school': {
    description: "about a neighbour's student",
    getKey: addNote(({ ours }) => ({ ...ours.otherStudent, schoolId: ours.schoolId })),
  },
  'other school': {
    description: "about another school's student",
    getKey: addNote(({ theirs }) => ({ ...theirs.student, schoolId: theirs.schoolId })),
  },
  missing: { description: 'a missing id', getKey: () => 999_999_999 },
};

/** The access rows of leave notes, and of who has read a post. */
export const leaveRows: Rows = {
  'POST /api/students/{id}/leave-notes': buildRows(
    'id',
    students,
    async (id: number, { db }) => {
      await db.run(sql`
        update leave_notes set status = 'withdrawn', decided_at = null, decided_by = null
        where student_id = ${id}`);
      return { params: { id }, body: { first_day: today, last_day: today, reason: 'Sốt' } };
    },
    { 'same school': { Parent: 403 }, 'other school': { Parent: 404 }, missing: { Parent: 404 } },
  ),
  'GET /api/students/{id}/leave-notes': buildRows('id', students, byId, forStudent),
  'GET /api/classes/{id}/leave-notes': [
    ...buildRows('id', classes, byId, forClass),
    {
      description: 'of a day',
      request: ({ ours }) => ({ params: { id: ours.classId }, query: { date: today } }),
      expect: {},
    },
  ],
  'PUT /api/leave-notes/{id}': buildRows(
    'id',
    notes,
    (id: number) => ({ params: { id }, body: { status: 'accepted' } }),
    {
      'same school': { Teacher: 403 },
      'other school': notFoundToStaff,
      missing: notFoundToStaff,
    },
  ),
  'DELETE /api/leave-notes/{id}': buildRows('id', notes, byId, {
    'same school': { Parent: 403 },
    'other school': { Parent: 404 },
    missing: { Parent: 404 },
  }),
  'POST /api/posts/seen': buildRows('ids', posts, (id: number) => ({ body: { ids: [id] } })),
  'GET /api/posts/{id}/seen': buildRows('id', posts, byId, forPost),
  'POST /api/posts/{id}/remind': buildRows(
    'id',
    posts,
    async (id: number, { db }) => {
      await db.run(sql`update posts set reminded_at = null where id = ${id}`);
      return byId(id);
    },
    forPost,
  ),
};
