import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import {
  accounts,
  buildRows,
  byId,
  classes,
  type RequestInput,
  type Resources,
  type Row,
  type RowContext,
  type Rows,
  schools,
  students,
} from './access-rows.ts';
import {
  accountNotFound,
  buildFilterRows,
  byTeacherId,
  schoolFilterRows,
  type ToRequest,
} from './administration-rows.ts';
import { today } from './attendance.ts';
import { addUser } from './fixtures.ts';

const newAccount = (more: object) => ({
  username: `moi.${randomUUID().slice(0, 8)}`,
  password: 'muaxuan27',
  email: 'moi@example.vn',
  first_name: 'Mới',
  ...more,
});
/** A new student, whose class no other row depends on. */
const byNewStudentId = async ({ db, ours }: RowContext) => {
  const { id } = await addUser({ db }, { role: 'Student', school_id: ours.schoolId });
  return byId(id);
};

const parents: Resources = {
  own: { description: 'the parent', getKey: ({ ours }) => ours.parent.id },
  'same school': {
    description: 'a user without a child',
    getKey: ({ ours }) => ours.otherTeacher.id,
  },
  'other school': {
    description: "another school's parent",
    getKey: ({ theirs }) => theirs.parent.id,
  },
  missing: { description: 'a missing id', getKey: () => 999_999_999 },
};

const rejectedForStrangers = {
  'other school': { Mod: 400, Admin: 400 },
  missing: { Mod: 400, Admin: 400 },
};

/** The fields of an account that name a resource. */
const buildAccountRows = (toRequest: ToRequest): Row[] => [
  ...buildRows(
    'school_id',
    schools,
    (school_id: number, context) => toRequest({ school_id }, context),
    {
      'other school': { Mod: 403 },
      missing: { Mod: 403, Admin: 400 },
    },
  ),
  ...buildRows(
    'class_id',
    classes,
    (class_id: number, context) =>
      toRequest({ class_id, school_id: context.ours.schoolId }, context),
    rejectedForStrangers,
  ),
];

const toDraftRequest: ToRequest = (fields, { ours }) => ({
  body: newAccount({ school_id: ours.schoolId, ...fields }),
});
const toEditRequest: ToRequest = async (fields, context) => ({
  ...(await byNewStudentId(context)),
  body: fields,
});
/** Only a parent has children: in a student's form the field has no effect. */
const buildIgnoredChildrenRows = (toRequest: ToRequest): Row[] =>
  buildRows('student_ids', students, (id: number, context) =>
    toRequest({ student_ids: [id] }, context),
  );

/** A student leaves and returns in turn; each request needs the one state or the other. */
const setHasLeft = async ({ db }: RowContext, id: number, hasLeft: boolean) => {
  await db.run(sql`delete from departures where student_id = ${id}`);
  if (!hasLeft) return;
  await db.run(sql`
    insert into departures (school_id, student_id, left_on, reason)
    select school_id, id, ${today}, 'other' from users where id = ${id}`);
};
const hiddenStudents = { 'other school': { Mod: 404 }, missing: accountNotFound };

/** Each request unlinks a parent, so that the next one needs the link again. Others than parents are not linked. */
const linkAgain = async (
  db: RowContext['db'],
  params: { id: number; parent_id: number },
): Promise<RequestInput> => {
  await db.run(sql`
    insert into parents_children (parent_id, student_id)
    select parent.id, student.id from users parent, users student
    where parent.id = ${params.parent_id} and parent.role = 'Parent' and student.id = ${params.id}
    on conflict do nothing`);
  return { params };
};

const newPhone = { phone: '0912 000 111' };

/** The access rows of accounts. */
export const accountRows: Rows = {
  'GET /api/admin/users': [
    { description: 'all that they can see', expect: {} },
    ...schoolFilterRows,
    ...buildFilterRows('users', 'class_id', classes),
    ...buildFilterRows('users', 'family_of', students),
  ],
  'POST /api/admin/users': [
    ...buildAccountRows((fields, context) =>
      toDraftRequest({ role: 'Student', ...fields }, context),
    ),
    ...buildRows(
      'student_ids',
      students,
      (id: number, context) => toDraftRequest({ role: 'Parent', student_ids: [id] }, context),
      rejectedForStrangers,
    ),
    ...[' Mod ', 'admin'].map(
      (role): Row => ({
        description: `an account with the role ${role}`,
        request: (context) =>
          toDraftRequest({ role, student_ids: [context.ours.student.id] }, context),
        expect: { Mod: 403 },
      }),
    ),
  ],
  'PUT /api/admin/users/{id}': [
    ...buildRows('id', accounts, (id: number) => ({ params: { id }, body: newPhone }), {
      own: { Mod: 404 },
      'other school': { Mod: 404 },
      missing: accountNotFound,
    }),
    ...buildAccountRows(toEditRequest),
    ...buildRows(
      'student_ids',
      students,
      (id: number, { ours }) => ({ ...byId(ours.parent.id), body: { student_ids: [id] } }),
      rejectedForStrangers,
    ),
    {
      description: 'a Mod',
      request: ({ theirs }) => ({ ...byId(theirs.mod.id), body: newPhone }),
      expect: { Mod: 404 },
    },
    {
      description: 'a student with another role',
      request: (context) => toEditRequest({ role: 'Admin' }, context),
      expect: { Mod: 403 },
    },
  ],
  'DELETE /api/admin/users/{id}': buildRows('id', accounts, byId, {
    own: { Admin: 403 },
    missing: { Admin: 404 },
  }),
  'POST /api/admin/users/{id}/reset': [
    {
      description: 'a student of their class',
      request: async ({ db, ours: { schoolId, classId } }) => {
        const inClass = { school_id: schoolId, class_id: classId };
        return byId((await addUser({ db }, { role: 'Student', ...inClass })).id);
      },
      expect: {},
    },
    ...buildRows('id', accounts, byId, {
      own: { Teacher: 403, Mod: 404, Admin: 403 },
      'same school': { Teacher: 403 },
      'other school': { Teacher: 404, Mod: 404 },
      missing: { Teacher: 404, ...accountNotFound },
    }),
  ],
  'POST /api/admin/users/{id}/unlock': [
    {
      description: 'their own student',
      request: ({ ours }) => byId(ours.student.id),
      expect: {},
    },
    ...buildRows('id', accounts, byId, {
      own: { Teacher: 403, Mod: 404 },
      'same school': { Teacher: 403 },
      'other school': { Teacher: 404, Mod: 404 },
      missing: { Teacher: 404, ...accountNotFound },
    }),
  ],
  'GET /api/admin/students': [
    { description: 'all that they can see', expect: {} },
    ...schoolFilterRows,
    ...buildFilterRows('students', 'class_id', classes),
    ...buildFilterRows('students', 'family_of', parents),
  ],
  'POST /api/admin/students': [
    ...buildAccountRows(toDraftRequest),
    ...buildIgnoredChildrenRows(toDraftRequest),
  ],
  'PUT /api/admin/students/{id}': [
    ...buildRows('id', students, (id: number) => ({ params: { id }, body: newPhone }), {
      'other school': { Mod: 404 },
      missing: accountNotFound,
    }),
    ...buildAccountRows(toEditRequest),
    ...buildIgnoredChildrenRows(toEditRequest),
    {
      description: 'a teacher',
      request: (context) => ({ ...byTeacherId(context), body: newPhone }),
      expect: accountNotFound,
    },
  ],
  'DELETE /api/admin/students/{id}': [
    { description: 'a teacher', request: byTeacherId, expect: { Admin: 404 } },
    ...buildRows('id', students, byId, { missing: { Admin: 404 } }),
  ],
  'POST /api/admin/students/{id}/leave': [
    {
      description: 'a teacher',
      request: (context) => ({
        ...byTeacherId(context),
        body: { left_on: today, reason: 'moved' },
      }),
      expect: accountNotFound,
    },
    ...buildRows(
      'id',
      students,
      async (id: number, context) => {
        await setHasLeft(context, id, false);
        return { ...byId(id), body: { left_on: today, reason: 'moved' } };
      },
      hiddenStudents,
    ),
  ],
  'POST /api/admin/students/{id}/return': [
    ...buildRows(
      'id',
      students,
      async (id: number, context) => {
        await setHasLeft(context, id, true);
        return { ...byId(id), body: {} };
      },
      hiddenStudents,
    ),
    ...buildRows(
      'class_id',
      classes,
      async (class_id: number, context) => {
        const { id } = context.ours.otherStudent;
        await setHasLeft(context, id, true);
        return { ...byId(id), body: { class_id } };
      },
      rejectedForStrangers,
    ),
  ],

  'POST /api/admin/students/{id}/parents': [
    ...buildRows(
      'id',
      students,
      (id: number, { ours }) => ({ ...byId(id), body: { parent_id: ours.parent.id } }),
      hiddenStudents,
    ),
    ...buildRows(
      'parent_id',
      parents,
      (parent_id: number, { ours }) => ({ ...byId(ours.otherStudent.id), body: { parent_id } }),
      {
        'same school': { Mod: 400, Admin: 400 },
        'other school': { Mod: 400 },
        missing: { Mod: 400, Admin: 400 },
      },
    ),
    {
      description: 'the username of no parent',
      request: ({ ours }) => ({
        ...byId(ours.otherStudent.id),
        body: { username: ours.teacher.username },
      }),
      expect: { Mod: 400, Admin: 400 },
    },
    {
      description: "the username of another school's parent",
      request: ({ ours, theirs }) => ({
        ...byId(ours.otherStudent.id),
        body: { username: theirs.parent.username },
      }),
      expect: {},
    },
  ],
  'DELETE /api/admin/students/{id}/parents/{parent_id}': [
    ...buildRows(
      'id',
      students,
      async (id: number, { db, ours }) => linkAgain(db, { id, parent_id: ours.parent.id }),
      hiddenStudents,
    ),
    ...buildRows(
      'parent_id',
      parents,
      async (parent_id: number, { db, ours }) =>
        linkAgain(db, { id: ours.otherStudent.id, parent_id }),
      { 'same school': accountNotFound, missing: accountNotFound },
    ),
  ],

  'POST /api/classes/{id}/parent-letters': buildRows('id', classes, byId, {
    'same school': { Teacher: 403 },
    'other school': { Teacher: 404, Mod: 404 },
    missing: { Teacher: 404, ...accountNotFound },
  }),
};
