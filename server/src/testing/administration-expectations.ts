import { randomUUID } from 'node:crypto';
import type { Case, EndpointName } from './access-expectations.ts';
import type { TwoSchools } from './people.ts';

const missing = () => ({ id: 999_999_999 });
const ofOurs = ({ ours }: TwoSchools) => ({ school_id: String(ours.schoolId) });
const ofTheirs = ({ theirs }: TwoSchools) => ({ school_id: String(theirs.schoolId) });
const ourPupil = ({ ours }: TwoSchools) => ({ id: ours.otherStudent.id });
const theirPupil = ({ theirs }: TwoSchools) => ({ id: theirs.student.id });
const ourTeacher = ({ ours }: TwoSchools) => ({ id: ours.teacher.id });
const ourMod = ({ ours }: TwoSchools) => ({ id: ours.mod.id });
const nobody = { Mod: 404, Admin: 404 };

const newAccount = (more: object) => ({
  username: `moi.${randomUUID().slice(0, 8)}`,
  password: 'matkhau123',
  email: 'moi@example.vn',
  first_name: 'Mới',
  ...more,
});

/** A list that takes a school. */
const casesOfList: Case[] = [
  { about: 'all that they may see', expect: {} },
  { about: 'their own school', query: ofOurs, expect: {} },
  { about: 'another school', query: ofTheirs, expect: { Mod: 403 } },
];
/** A file for which an Admin must name the school. */
const casesOfExport: Case[] = [
  { about: 'without a school', expect: { Admin: 400 } },
  ...casesOfList.slice(1),
];
const casesOfTemplate: Case[] = [{ about: 'as it is', expect: {} }];
const casesOfImport: Case[] = [
  { about: 'without a file', query: ofOurs, expect: { Mod: 400, Admin: 400 } },
  { about: 'into another school', query: ofTheirs, expect: { Mod: 403, Admin: 400 } },
];
/** What is told about one pupil. */
const casesOfPupil: Case[] = [
  { about: "their school's pupil", params: ourPupil, expect: {} },
  { about: "another school's pupil", params: theirPupil, expect: { Mod: 404 } },
  { about: 'a teacher', params: ourTeacher, expect: nobody },
  { about: 'nobody', params: missing, expect: nobody },
];

/** The rows of expectation for schools, accounts, class changes, histories and the audit trail. */
export const administrationCases: Partial<Record<EndpointName, Case[]>> = {
  'POST /api/classes': [
    {
      about: 'in a school',
      body: ({ ours }) => ({ name: '1C', grade_id: 1, school_id: ours.schoolId }),
      expect: {},
    },
    {
      about: 'in no school',
      body: () => ({ name: '1C', grade_id: 1, school_id: 999_999_999 }),
      expect: { Admin: 400 },
    },
  ],
  'PUT /api/classes/{id}': [
    {
      about: 'a class',
      params: ({ ours }) => ({ id: ours.otherClassId }),
      body: () => ({ name: '4B' }),
      expect: {},
    },
    { about: 'no class', params: missing, body: () => ({ name: '4B' }), expect: { Admin: 404 } },
  ],
  'DELETE /api/classes/{id}': [{ about: 'no class', params: missing, expect: { Admin: 404 } }],
  'POST /api/classes/{id}/reset-passwords': [
    { about: "their school's", params: ({ ours }) => ({ id: ours.otherClassId }), expect: {} },
    {
      about: "another school's",
      params: ({ theirs }) => ({ id: theirs.otherClassId }),
      expect: { Mod: 404 },
    },
    { about: 'no class', params: missing, expect: nobody },
  ],

  'POST /api/admin/schools': [
    { about: 'a name', body: () => ({ school_name: 'TH Mới' }), expect: {} },
  ],
  'PUT /api/admin/schools/{id}': [
    {
      about: 'a school',
      params: ({ theirs }) => ({ id: theirs.schoolId }),
      body: () => ({ school_name: 'TH Lê Văn Tám' }),
      expect: {},
    },
    {
      about: 'no school',
      params: missing,
      body: () => ({ school_name: 'TH' }),
      expect: { Admin: 404 },
    },
  ],
  'DELETE /api/admin/schools/{id}': [
    {
      about: 'one with people in it',
      params: ({ ours }) => ({ id: ours.schoolId }),
      expect: { Admin: 409 },
    },
    { about: 'no school', params: missing, expect: { Admin: 404 } },
  ],

  'GET /api/admin/users': casesOfList,
  'POST /api/admin/users': [
    {
      about: 'a teacher of their school',
      body: ({ ours }) => newAccount({ role: 'Teacher', school_id: ours.schoolId }),
      expect: {},
    },
    {
      about: 'a teacher of another school',
      body: ({ theirs }) => newAccount({ role: 'teacher', school_id: theirs.schoolId }),
      expect: { Mod: 403 },
    },
    ...[' Mod ', 'PARENT', 'admin'].map((role) => ({
      about: `one with the role ${role}`,
      body: ({ ours }: TwoSchools) =>
        newAccount({ role, school_id: ours.schoolId, student_ids: [ours.student.id] }),
      expect: { Mod: 403 },
    })),
  ],
  'PUT /api/admin/users/{id}': [
    { about: 'a pupil', params: ourPupil, body: () => ({ phone: '0912 000 111' }), expect: {} },
    {
      about: "another school's pupil",
      params: theirPupil,
      body: () => ({ phone: '0912 000 111' }),
      expect: { Mod: 404 },
    },
    { about: 'a Mod', params: ourMod, body: () => ({ phone: '0912' }), expect: { Mod: 404 } },
    {
      about: 'a parent',
      params: ({ ours }) => ({ id: ours.parent.id }),
      body: () => ({ phone: '0912' }),
      expect: { Mod: 403 },
    },
    {
      about: 'a pupil into another school',
      params: ourPupil,
      body: ({ theirs }) => ({ school_id: theirs.schoolId, role: 'Student', class_id: 1 }),
      expect: { Mod: 403, Admin: 400 },
    },
    { about: 'nobody', params: missing, body: () => ({ phone: '0912' }), expect: nobody },
  ],
  'DELETE /api/admin/users/{id}': [
    { about: 'themselves', params: ({ admin }) => ({ id: admin.id }), expect: { Admin: 403 } },
    { about: 'nobody', params: missing, expect: { Admin: 404 } },
  ],
  'POST /api/admin/users/{id}/reset': [
    { about: 'a pupil', params: ourPupil, expect: {} },
    { about: "another school's pupil", params: theirPupil, expect: { Mod: 404 } },
    {
      about: 'the Admin',
      params: ({ admin }) => ({ id: admin.id }),
      expect: { Mod: 404, Admin: 403 },
    },
    { about: 'nobody', params: missing, expect: nobody },
  ],
  'GET /api/admin/students': casesOfList,
  'POST /api/admin/students': [
    {
      about: 'in their school',
      body: ({ ours }) => newAccount({ school_id: ours.schoolId }),
      expect: {},
    },
    {
      about: 'in another school',
      body: ({ theirs }) => newAccount({ school_id: theirs.schoolId }),
      expect: { Mod: 403 },
    },
  ],
  'PUT /api/admin/students/{id}': casesOfPupil.map((row) => ({
    ...row,
    body: () => ({ phone: '0912 000 222' }),
  })),
  'DELETE /api/admin/students/{id}': [
    { about: 'a teacher', params: ourTeacher, expect: { Admin: 404 } },
    { about: 'nobody', params: missing, expect: { Admin: 404 } },
  ],

  'GET /api/admin/students/template.csv': casesOfTemplate,
  'GET /api/admin/students/template.xlsx': casesOfTemplate,
  'GET /api/admin/students/export.csv': casesOfExport,
  'GET /api/admin/students/export.xlsx': casesOfExport,
  'POST /api/admin/students/import': casesOfImport,
  'GET /api/admin/teachers/template.csv': casesOfTemplate,
  'GET /api/admin/teachers/template.xlsx': casesOfTemplate,
  'GET /api/admin/teachers/export.csv': casesOfExport,
  'GET /api/admin/teachers/export.xlsx': casesOfExport,
  'POST /api/admin/teachers/import': casesOfImport,

  'GET /api/admin/teachers/{id}/history': [
    { about: "the teacher's own", params: ourTeacher, expect: {} },
    {
      about: "a colleague's",
      params: ({ ours }) => ({ id: ours.otherTeacher.id }),
      expect: { Teacher: 403 },
    },
    {
      about: "another school's teacher",
      params: ({ theirs }) => ({ id: theirs.teacher.id }),
      expect: { Teacher: 404, Mod: 404 },
    },
    { about: 'a pupil', params: ourPupil, expect: { Teacher: 404, ...nobody } },
  ],
  'GET /api/admin/teachers/history': casesOfList,
  'GET /api/admin/students/{id}/history': casesOfPupil,
  'GET /api/admin/students/history': casesOfList,
  'GET /api/admin/students/{id}/attendance': casesOfPupil,
  'GET /api/admin/students/{id}/report': casesOfPupil,
  'GET /api/admin/students/{id}/report.xlsx': casesOfPupil,
  'GET /api/admin/audit': [{ about: 'everything', expect: {} }],
};
