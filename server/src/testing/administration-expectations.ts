import {
  accounts,
  buildRows,
  byId,
  classes,
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
import { addClass, addSchool } from './fixtures.ts';

const byStudentId = ({ ours }: RowContext) => byId(ours.otherStudent.id);

const studentRows: Row[] = [
  ...buildRows('id', students, byId, { 'other school': { Mod: 404 }, missing: accountNotFound }),
  { description: 'a teacher', request: byTeacherId, expect: accountNotFound },
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
  'DELETE /api/classes/{id}': buildRows('id', classes, byId, { missing: { Admin: 404 } }),
  'POST /api/classes/{id}/reset-passwords': buildRows('id', classes, byId, {
    'other school': { Mod: 404 },
    missing: accountNotFound,
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
  'GET /api/admin/audit': [
    ...buildRows('school_id', schools, inQuery('school_id')),
    ...buildRows('actor_id', accounts, inQuery('actor_id')),
    ...buildRows('subject_id', students, inQuery('subject_id')),
  ],
};
