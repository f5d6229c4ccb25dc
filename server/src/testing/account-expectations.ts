import { randomUUID } from 'node:crypto';
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
  type Things,
} from './access-rows.ts';
import {
  asTeacher,
  filteredBy,
  inQuery,
  nobody,
  rowsOfSchool,
  type Send,
} from './administration-rows.ts';
import { addUser } from './people.ts';

const newAccount = (more: object) => ({
  username: `moi.${randomUUID().slice(0, 8)}`,
  password: 'matkhau123',
  email: 'moi@example.vn',
  first_name: 'Mới',
  ...more,
});
/** A student who may be moved without anybody's missing them. */
const newStudent = async ({ db, ours }: Given) => {
  const { id } = await addUser({ db }, { role: 'Student', school_id: ours.schoolId });
  return byId(id);
};

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

const refusedStrangers = {
  'other school': { Mod: 400, Admin: 400 },
  missing: { Mod: 400, Admin: 400 },
};

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
  ...(await newStudent(given)),
  body: fields,
});
/** Only a parent has children: from a student's form they have no effect. */
const rowsOfIgnoredChildren = (send: Send): Row[] =>
  rowsFor('student_ids', students, (id: number, given) => send({ student_ids: [id] }, given));

const newPhone = { phone: '0912 000 111' };

/** The rows of expectation for accounts and the tables that they are read from and written to. */
export const accountRows: Rows = {
  'GET /api/admin/users': [
    { about: 'all that they may see', expect: {} },
    ...rowsOfSchool,
    ...filteredBy('users', 'class_id', classes),
    ...filteredBy('users', 'family_of', students),
  ],
  'POST /api/admin/users': [
    ...rowsOfAccount((fields, given) => draftOf({ role: 'Student', ...fields }, given)),
    ...rowsFor(
      'student_ids',
      students,
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
      students,
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
      about: 'a student with another role',
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
  'POST /api/admin/users/{id}/unlock': [
    {
      about: 'the own student',
      request: ({ ours }) => byId(ours.student.id),
      expect: {},
    },
    ...rowsFor('id', accounts, byId, {
      own: { Teacher: 403, Mod: 404 },
      'same school': { Teacher: 403 },
      'other school': { Teacher: 404, Mod: 404 },
      missing: { Teacher: 404, ...nobody },
    }),
  ],
  'GET /api/admin/students': [
    { about: 'all that they may see', expect: {} },
    ...rowsOfSchool,
    ...filteredBy('students', 'class_id', classes),
    ...filteredBy('students', 'family_of', parents),
  ],
  'POST /api/admin/students': [...rowsOfAccount(draftOf), ...rowsOfIgnoredChildren(draftOf)],
  'PUT /api/admin/students/{id}': [
    ...rowsFor('id', students, (id: number) => ({ params: { id }, body: newPhone }), {
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
    ...rowsFor('id', students, byId, { missing: { Admin: 404 } }),
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
};
