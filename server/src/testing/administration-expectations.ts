import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import {
  accounts,
  buildRows,
  byId,
  classes,
  type Resources,
  type Row,
  type RowContext,
  type Rows,
  schools,
  students,
  teachers,
  teacherUsernames,
} from './access-rows.ts';
import {
  accountNotFound,
  buildFilterRows,
  byTeacherId,
  inQuery,
  schoolFilterRows,
  type ToRequest,
} from './administration-rows.ts';
import { addClass, addSchool, addSubstitution, type TestUser } from './fixtures.ts';

const byStudentId = ({ ours }: RowContext) => byId(ours.otherStudent.id);

const studentRows: Row[] = [
  ...buildRows('id', students, byId, { 'other school': { Mod: 404 }, missing: accountNotFound }),
  { description: 'a teacher', request: byTeacherId, expect: accountNotFound },
];

const personRows: Row[] = [
  ...buildRows('id', accounts, byId, {
    own: { Mod: 404 },
    'other school': { Mod: 404 },
    missing: accountNotFound,
  }),
  ...['teacher', 'student', 'parent'].map((name) => ({
    description: `a ${name} of the school`,
    request: ({ ours }: RowContext) => byId(ours[name as 'teacher'].id),
    expect: {},
  })),
];

/** Teachers read the reports of their own students. */
const reportRows: Row[] = [
  ...buildRows('id', students, byId, {
    'same school': { Teacher: 403 },
    'other school': { Teacher: 404, Mod: 404 },
    missing: { Teacher: 404, ...accountNotFound },
  }),
  {
    description: 'a teacher',
    request: byTeacherId,
    expect: { Teacher: 404, ...accountNotFound },
  },
];

const buildTeacherRows = (toRequest: ToRequest): Row[] => {
  const expect = { 'other school': { Admin: 400 }, missing: { Admin: 400 } };
  return [
    ...buildRows(
      'teacher_id',
      teachers,
      (id: number, context) => toRequest({ teacher_id: id }, context),
      expect,
    ),
    ...buildRows(
      'teacher',
      teacherUsernames,
      (teacher: string, context) => toRequest({ teacher }, context),
      expect,
    ),
  ];
};
/** Within the entries that somebody may read, filters by anything are allowed. */
const auditFilterRows: Row[] = [
  ...buildRows('actor_id', accounts, inQuery('actor_id')),
  ...buildRows('subject_id', students, inQuery('subject_id')),
  ...buildRows('person_id', accounts, inQuery('person_id')),
];

let nextDay = 0;
/** A day on which no other request has placed a substitute. */
function makeFutureDay(): Date {
  return new Date(Date.now() + ++nextDay * 24 * 3_600_000);
}
const makePeriod = () => {
  const from = getVietnamDate(makeFutureDay());
  return { from, until: from };
};
const addSubstitutionTo = (
  { db }: RowContext,
  { classId, teacher }: { classId: number; teacher: TestUser },
) => {
  const from = makeFutureDay();
  const until = new Date(from.getTime() + 3_600_000);
  return addSubstitution(db, { userId: teacher.id, classId, from, until });
};
const substitutions: Resources = {
  own: {
    description: 'a substitution in the class',
    getKey: (context) =>
      addSubstitutionTo(context, {
        classId: context.ours.classId,
        teacher: context.ours.otherTeacher,
      }),
  },
  'same school': {
    description: 'a substitution in another class',
    getKey: (context) =>
      addSubstitutionTo(context, {
        classId: context.ours.otherClassId,
        teacher: context.ours.teacher,
      }),
  },
  'other school': {
    description: 'a substitution in another school',
    getKey: (context) => addSubstitutionTo(context, context.theirs),
  },
  missing: { description: 'a missing id', getKey: () => 999_999_999 },
};
const newClass = { name: '1C', grade_id: 1 };

/** The access rows of classes, schools, histories and the audit log. */
export const administrationRows: Rows = {
  'POST /api/classes': [
    ...buildRows(
      'school_id',
      schools,
      (school_id: number) => ({ body: { ...newClass, school_id } }),
      {
        missing: { Admin: 400 },
      },
    ),
    ...buildTeacherRows((fields, { ours }) => ({
      body: { ...newClass, school_id: ours.schoolId, ...fields },
    })),
  ],
  'PUT /api/classes/{id}': [
    ...buildRows('id', classes, (id: number) => ({ params: { id }, body: { name: '4B' } }), {
      missing: { Admin: 404 },
    }),
    ...buildRows(
      'school_id',
      schools,
      (school_id: number, { ours }) => ({ ...byId(ours.classId), body: { school_id } }),
      { 'other school': { Admin: 409 }, missing: { Admin: 409 } },
    ),
    ...buildTeacherRows(async (body, { db, ours }) => ({
      ...byId(await addClass(db, ours.schoolId)),
      body,
    })),
  ],
  'POST /api/classes/{id}/substitutes': [
    ...buildRows(
      'id',
      classes,
      (id: number, { ours, theirs }) => {
        const { otherTeacher } = id === theirs.classId ? theirs : ours;
        const substitute = id === ours.otherClassId ? ours.teacher : otherTeacher;
        return { params: { id }, body: { teacher_id: substitute.id, ...makePeriod() } };
      },
      { 'other school': { Mod: 404 }, missing: accountNotFound },
    ),
    ...buildRows(
      'teacher_id',
      teachers,
      async (teacher_id: number, { db, ours }) => ({
        ...byId(await addClass(db, ours.schoolId)),
        body: { teacher_id, ...makePeriod() },
      }),
      { 'other school': { Mod: 400, Admin: 400 }, missing: { Mod: 400, Admin: 400 } },
    ),
  ],
  'DELETE /api/classes/{id}/substitutes/{substitute_id}': [
    ...buildRows(
      'id',
      classes,
      async (id: number, context) => {
        const classId = id === 999_999_999 ? context.ours.classId : id;
        const { otherTeacher: teacher } = context.ours;
        return {
          params: { id, substitute_id: await addSubstitutionTo(context, { classId, teacher }) },
        };
      },
      { 'other school': { Mod: 404 }, missing: accountNotFound },
    ),
    ...buildRows(
      'substitute_id',
      substitutions,
      (substitute_id: number, { ours }) => ({ params: { id: ours.classId, substitute_id } }),
      {
        'same school': accountNotFound,
        'other school': accountNotFound,
        missing: accountNotFound,
      },
    ),
  ],
  'DELETE /api/classes/{id}': buildRows('id', classes, byId, { missing: { Admin: 404 } }),
  'POST /api/classes/{id}/reset-passwords': buildRows('id', classes, byId, {
    'same school': { Teacher: 403 },
    'other school': { Teacher: 404, Mod: 404 },
    missing: { Teacher: 404, ...accountNotFound },
  }),

  'POST /api/admin/schools': [
    { description: 'a name', request: () => ({ body: { school_name: 'TH Mới' } }), expect: {} },
  ],
  'PUT /api/admin/schools/{id}': buildRows(
    'id',
    schools,
    (id: number) => ({ params: { id }, body: { school_name: 'TH Lê Văn Tám' } }),
    { missing: { Admin: 404 } },
  ),
  'DELETE /api/admin/schools/{id}': [
    ...buildRows('id', schools, byId, {
      own: { Admin: 409 },
      'other school': { Admin: 409 },
      missing: { Admin: 404 },
    }),
    {
      description: 'a school without users',
      request: async ({ db }) => byId(await addSchool(db)),
      expect: {},
    },
  ],

  'GET /api/admin/teachers/{id}/history': [
    ...buildRows('id', teachers, byId, {
      'same school': { Teacher: 403 },
      'other school': { Teacher: 404, Mod: 404 },
      missing: { Teacher: 404, ...accountNotFound },
    }),
    {
      description: 'a student',
      request: byStudentId,
      expect: { Teacher: 404, ...accountNotFound },
    },
  ],
  'GET /api/admin/teachers/history': [
    ...schoolFilterRows,
    ...buildFilterRows('history', 'teacher_id', teachers),
  ],
  'GET /api/admin/students/{id}/history': studentRows,
  'GET /api/admin/students/history': [
    ...schoolFilterRows,
    ...buildFilterRows('history', 'class_id', classes),
    ...buildFilterRows('history', 'student_id', students),
  ],
  'GET /api/admin/students/{id}/attendance': studentRows,
  'GET /api/admin/students/{id}/report': reportRows,
  'GET /api/admin/students/{id}/report.xlsx': reportRows,
  'GET /api/admin/people/{id}': personRows,
  'GET /api/admin/people/{id}/comments': personRows,
  'GET /api/admin/audit': [...schoolFilterRows, ...auditFilterRows],
  'GET /api/admin/audit/actors': schoolFilterRows,
  'GET /api/admin/audit.csv': [
    ...buildRows('school_id', schools, inQuery('school_id'), {
      'other school': { Mod: 403 },
      missing: { Mod: 403, Admin: 404 },
    }),
    ...auditFilterRows,
  ],
};
