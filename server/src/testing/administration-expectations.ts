import {
  accounts,
  byId,
  classes,
  type Given,
  type Row,
  type Rows,
  rowsFor,
  schools,
  students,
  teachers,
  usernamesOfTeachers,
} from './access-rows.ts';
import {
  asTeacher,
  filteredBy,
  inQuery,
  nobody,
  rowsOfSchool,
  type Send,
} from './administration-rows.ts';
import { addClass, addSchool } from './people.ts';

const asStudent = ({ ours }: Given) => byId(ours.otherStudent.id);

/** What is told about one student. */
const rowsOfStudent: Row[] = [
  ...rowsFor('id', students, byId, { 'other school': { Mod: 404 }, missing: nobody }),
  { about: 'a teacher', request: asTeacher, expect: nobody },
];

const rowsOfTeacher = (send: Send): Row[] => {
  const expect = { 'other school': { Admin: 400 }, missing: { Admin: 400 } };
  return [
    ...rowsFor(
      'teacher_id',
      teachers,
      (id: number, given) => send({ teacher_id: id }, given),
      expect,
    ),
    ...rowsFor(
      'teacher',
      usernamesOfTeachers,
      (teacher: string, given) => send({ teacher }, given),
      expect,
    ),
  ];
};
const newClass = { name: '1C', grade_id: 1 };

/** The rows of expectation for classes, schools, histories and the audit trail. */
export const administrationRows: Rows = {
  'POST /api/classes': [
    ...rowsFor(
      'school_id',
      schools,
      (school_id: number) => ({ body: { ...newClass, school_id } }),
      {
        missing: { Admin: 400 },
      },
    ),
    ...rowsOfTeacher((fields, { ours }) => ({
      body: { ...newClass, school_id: ours.schoolId, ...fields },
    })),
  ],
  'PUT /api/classes/{id}': [
    ...rowsFor('id', classes, (id: number) => ({ params: { id }, body: { name: '4B' } }), {
      missing: { Admin: 404 },
    }),
    ...rowsFor(
      'school_id',
      schools,
      (school_id: number, { ours }) => ({ ...byId(ours.classId), body: { school_id } }),
      { 'other school': { Admin: 409 }, missing: { Admin: 409 } },
    ),
    ...rowsOfTeacher(async (body, { db, ours }) => ({
      ...byId(await addClass(db, ours.schoolId)),
      body,
    })),
  ],
  'DELETE /api/classes/{id}': rowsFor('id', classes, byId, { missing: { Admin: 404 } }),
  'POST /api/classes/{id}/reset-passwords': rowsFor('id', classes, byId, {
    'other school': { Mod: 404 },
    missing: nobody,
  }),

  'POST /api/admin/schools': [
    { about: 'a name', request: () => ({ body: { school_name: 'TH Mới' } }), expect: {} },
  ],
  'PUT /api/admin/schools/{id}': rowsFor(
    'id',
    schools,
    (id: number) => ({ params: { id }, body: { school_name: 'TH Lê Văn Tám' } }),
    { missing: { Admin: 404 } },
  ),
  'DELETE /api/admin/schools/{id}': [
    ...rowsFor('id', schools, byId, {
      own: { Admin: 409 },
      'other school': { Admin: 409 },
      missing: { Admin: 404 },
    }),
    {
      about: 'one without people',
      request: async ({ db }) => byId(await addSchool(db)),
      expect: {},
    },
  ],

  'GET /api/admin/teachers/{id}/history': [
    ...rowsFor('id', teachers, byId, {
      'same school': { Teacher: 403 },
      'other school': { Teacher: 404, Mod: 404 },
      missing: { Teacher: 404, ...nobody },
    }),
    { about: 'a student', request: asStudent, expect: { Teacher: 404, ...nobody } },
  ],
  'GET /api/admin/teachers/history': [
    ...rowsOfSchool,
    ...filteredBy('history', 'teacher_id', teachers),
  ],
  'GET /api/admin/students/{id}/history': rowsOfStudent,
  'GET /api/admin/students/history': [
    ...rowsOfSchool,
    ...filteredBy('history', 'class_id', classes),
    ...filteredBy('history', 'student_id', students),
  ],
  'GET /api/admin/students/{id}/attendance': rowsOfStudent,
  'GET /api/admin/students/{id}/report': rowsOfStudent,
  'GET /api/admin/students/{id}/report.xlsx': rowsOfStudent,
  'GET /api/admin/audit': [
    ...rowsFor('school_id', schools, inQuery('school_id')),
    ...rowsFor('actor_id', accounts, inQuery('actor_id')),
    ...rowsFor('subject_id', students, inQuery('subject_id')),
  ],
};
