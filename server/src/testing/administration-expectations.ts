import { randomUUID } from 'node:crypto';
import {
  accounts,
  classes,
  type EndpointName,
  type Given,
  pupils,
  type Request,
  type Row,
  rowsFor,
  schools,
  type Things,
  teachers,
  usernamesOfTeachers,
} from './access-rows.ts';
import { addClass, addPerson, addSchool } from './people.ts';

const byId = (id: number) => ({ params: { id } });
const inQuery = (field: string) => (id: number) => ({ query: { [field]: id } });
const nobody = { Mod: 404, Admin: 404 };
const asPupil = ({ ours }: Given) => byId(ours.otherStudent.id);
const asTeacher = ({ ours }: Given) => byId(ours.otherTeacher.id);

const newAccount = (more: object) => ({
  username: `moi.${randomUUID().slice(0, 8)}`,
  password: 'matkhau123',
  email: 'moi@example.vn',
  first_name: 'Mới',
  ...more,
});
/** A pupil who may be moved without anybody's missing them. */
const newPupil = async ({ db, ours }: Given) => {
  const { id } = await addPerson({ db }, { role: 'Student', school_id: ours.schoolId });
  return byId(id);
};

const expectedOfSchool = { 'other school': { Mod: 403 }, missing: { Mod: 403 } };
const rowsOfSchool = rowsFor('school_id', schools, inQuery('school_id'), expectedOfSchool);

/** What a list is filtered by: another school's thing finds a Mod nothing. */
const filteredBy = (list: string, field: string, things: Things) =>
  rowsFor(
    field,
    things,
    inQuery(field),
    {},
    { list, for: { own: [], 'other school': ['Mod'], missing: ['Mod', 'Admin'] } },
  );
const parents: Things = {
  own: { about: 'the parent', of: ({ ours }) => ours.parent.id },
  'same school': { about: 'somebody without a child', of: ({ ours }) => ours.otherTeacher.id },
  'other school': { about: "another school's parent", of: ({ theirs }) => theirs.parent.id },
  missing: { about: 'nobody', of: () => 999_999_999 },
};

/** A file for which an Admin must name the school. */
const rowsOfExport: Row[] = [
  { about: 'without a school', expect: { Admin: 400 } },
  ...rowsFor('school_id', schools, inQuery('school_id'), {
    'other school': { Mod: 403 },
    missing: { Mod: 403, Admin: 404 },
  }),
];
/** An empty table is the same for every school. */
const rowsOfTemplate: Row[] = [{ about: 'for whatever school', expect: {} }];

const table = () => {
  const form = new FormData();
  const line = `moi.${randomUUID().slice(0, 8)},Mới,moi@example.vn`;
  form.append('file', new Blob([`Tên đăng nhập,Tên,Email\n${line}`]), 'danh-sach.csv');
  return { form };
};
const rowsOfImport: Row[] = [
  { about: 'without a file', expect: { Mod: 400, Admin: 400 } },
  ...rowsFor('school_id', schools, (school_id: number) => ({ query: { school_id }, ...table() }), {
    'other school': { Mod: 403 },
    missing: { Mod: 403, Admin: 404 },
  }),
];

/** What is told about one pupil. */
const rowsOfPupil: Row[] = [
  ...rowsFor('id', pupils, byId, { 'other school': { Mod: 404 }, missing: nobody }),
  { about: 'a teacher', request: asTeacher, expect: nobody },
];

const refusedStrangers = {
  'other school': { Mod: 400, Admin: 400 },
  missing: { Mod: 400, Admin: 400 },
};
/** Puts the fields of a form into a request. */
type Send = (fields: Record<string, unknown>, given: Given) => Request | Promise<Request>;

/** The fields of an account that name a thing. */
const rowsOfAccount = (send: Send): Row[] => [
  ...rowsFor('school_id', schools, (school_id: number, given) => send({ school_id }, given), {
    'other school': { Mod: 403 },
    missing: { Mod: 403, Admin: 400 },
  }),
  ...rowsFor(
    'class_id',
    classes,
    (class_id: number, given) => send({ class_id, school_id: given.ours.schoolId }, given),
    refusedStrangers,
  ),
];

const draftOf: Send = (fields, { ours }) => ({
  body: newAccount({ school_id: ours.schoolId, ...fields }),
});
const editOf: Send = async (fields, given) => ({
  ...(await newPupil(given)),
  body: fields,
});
/** Only a parent has children: from a pupil's form they have no effect. */
const rowsOfIgnoredChildren = (send: Send): Row[] =>
  rowsFor('student_ids', pupils, (id: number, given) => send({ student_ids: [id] }, given));

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
const newPhone = { phone: '0912 000 111' };

/** The rows of expectation for schools, accounts, class changes, histories and the audit trail. */
export const administrationRows: Partial<Record<EndpointName, Row[]>> = {
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

  'GET /api/admin/users': [
    { about: 'all that they may see', expect: {} },
    ...rowsOfSchool,
    ...filteredBy('users', 'class_id', classes),
    ...filteredBy('users', 'family_of', pupils),
  ],
  'POST /api/admin/users': [
    ...rowsOfAccount((fields, given) => draftOf({ role: 'Student', ...fields }, given)),
    ...rowsFor(
      'student_ids',
      pupils,
      (id: number, given) => draftOf({ role: 'Parent', student_ids: [id] }, given),
      {
        own: { Mod: 403 },
        'same school': { Mod: 403 },
        'other school': { Mod: 403, Admin: 400 },
        missing: { Mod: 403, Admin: 400 },
      },
    ),
    ...[' Mod ', 'PARENT', 'admin'].map(
      (role): Row => ({
        about: `one with the role ${role}`,
        request: (given) => draftOf({ role, student_ids: [given.ours.student.id] }, given),
        expect: { Mod: 403 },
      }),
    ),
  ],
  'PUT /api/admin/users/{id}': [
    ...rowsFor('id', accounts, (id: number) => ({ params: { id }, body: newPhone }), {
      own: { Mod: 404 },
      'other school': { Mod: 404 },
      missing: nobody,
    }),
    ...rowsOfAccount(editOf),
    ...rowsFor(
      'student_ids',
      pupils,
      (id: number, { ours }) => ({ ...byId(ours.parent.id), body: { student_ids: [id] } }),
      {
        own: { Mod: 403 },
        'same school': { Mod: 403 },
        'other school': { Mod: 403, Admin: 400 },
        missing: { Mod: 403, Admin: 400 },
      },
    ),
    {
      about: 'a Mod',
      request: ({ theirs }) => ({ ...byId(theirs.mod.id), body: newPhone }),
      expect: { Mod: 404 },
    },
    {
      about: 'a pupil with another role',
      request: (given) => editOf({ role: 'Admin' }, given),
      expect: { Mod: 403 },
    },
  ],
  'DELETE /api/admin/users/{id}': rowsFor('id', accounts, byId, {
    own: { Admin: 403 },
    missing: { Admin: 404 },
  }),
  'POST /api/admin/users/{id}/reset': rowsFor('id', accounts, byId, {
    own: { Mod: 404, Admin: 403 },
    'other school': { Mod: 404 },
    missing: nobody,
  }),
  'GET /api/admin/students': [
    { about: 'all that they may see', expect: {} },
    ...rowsOfSchool,
    ...filteredBy('students', 'class_id', classes),
    ...filteredBy('students', 'family_of', parents),
  ],
  'POST /api/admin/students': [...rowsOfAccount(draftOf), ...rowsOfIgnoredChildren(draftOf)],
  'PUT /api/admin/students/{id}': [
    ...rowsFor('id', pupils, (id: number) => ({ params: { id }, body: newPhone }), {
      'other school': { Mod: 404 },
      missing: nobody,
    }),
    ...rowsOfAccount(editOf),
    ...rowsOfIgnoredChildren(editOf),
    {
      about: 'a teacher',
      request: (given) => ({ ...asTeacher(given), body: newPhone }),
      expect: nobody,
    },
  ],
  'DELETE /api/admin/students/{id}': [
    { about: 'a teacher', request: asTeacher, expect: { Admin: 404 } },
    ...rowsFor('id', pupils, byId, { missing: { Admin: 404 } }),
  ],

  'GET /api/admin/students/template.csv': rowsOfTemplate,
  'GET /api/admin/students/template.xlsx': rowsOfTemplate,
  'GET /api/admin/students/export.csv': rowsOfExport,
  'GET /api/admin/students/export.xlsx': rowsOfExport,
  'POST /api/admin/students/import': rowsOfImport,
  'GET /api/admin/teachers/template.csv': rowsOfTemplate,
  'GET /api/admin/teachers/template.xlsx': rowsOfTemplate,
  'GET /api/admin/teachers/export.csv': rowsOfExport,
  'GET /api/admin/teachers/export.xlsx': rowsOfExport,
  'POST /api/admin/teachers/import': rowsOfImport,

  'GET /api/admin/teachers/{id}/history': [
    ...rowsFor('id', teachers, byId, {
      'same school': { Teacher: 403 },
      'other school': { Teacher: 404, Mod: 404 },
      missing: { Teacher: 404, ...nobody },
    }),
    { about: 'a pupil', request: asPupil, expect: { Teacher: 404, ...nobody } },
  ],
  'GET /api/admin/teachers/history': [
    ...rowsOfSchool,
    ...filteredBy('history', 'teacher_id', teachers),
  ],
  'GET /api/admin/students/{id}/history': rowsOfPupil,
  'GET /api/admin/students/history': [
    ...rowsOfSchool,
    ...filteredBy('history', 'class_id', classes),
    ...filteredBy('history', 'student_id', pupils),
  ],
  'GET /api/admin/students/{id}/attendance': rowsOfPupil,
  'GET /api/admin/students/{id}/report': rowsOfPupil,
  'GET /api/admin/students/{id}/report.xlsx': rowsOfPupil,
  'GET /api/admin/audit': [
    ...rowsFor('school_id', schools, inQuery('school_id')),
    ...rowsFor('actor_id', accounts, inQuery('actor_id')),
    ...rowsFor('subject_id', pupils, inQuery('subject_id')),
  ],
};
