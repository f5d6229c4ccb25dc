import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { administrationCases } from './administration-expectations.ts';
import type { TwoSchools } from './people.ts';
import { rollOf, today } from './roll-call.ts';

export interface Case {
  /** What the request reaches for, as the reader of a failure should see it. */
  about: string;
  params?: (world: TwoSchools) => Record<string, unknown>;
  query?: (world: TwoSchools) => Record<string, string>;
  body?: (world: TwoSchools) => Record<string, unknown>;
  /** The status for each who; whoever is left out gets what the endpoint's access says. */
  expect: Partial<Record<Who, number>>;
}

/** Everybody who tries every endpoint. */
export const whos = [
  'logged out',
  'Student',
  'Parent',
  'Teacher',
  'Mod',
  'Admin',
  'inactive',
  'must change',
] as const;
export type Who = (typeof whos)[number];

export type EndpointName = `${Endpoint['method']} ${string}`;

const ownClass = ({ ours }: TwoSchools) => ({ id: ours.classId });
const otherClass = ({ ours }: TwoSchools) => ({ id: ours.otherClassId });
const foreignClass = ({ theirs }: TwoSchools) => ({ id: theirs.classId });
const deniedOutsideClass = { Student: 403, Parent: 403, Teacher: 403 };
const whitePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC';
const postText = { title: 'Tin lớp', content: 'Hôm nay cả lớp trồng cây.' };
const lessonText = {
  title: 'Khoa học vui',
  grade_id: 4,
  content: [{ week: 1, title: 'Nước', summary: 'Nước quanh em.' }],
};
const approved = ({ ours }: TwoSchools) => ({ id: ours.post });
const foreign = ({ theirs }: TwoSchools) => ({ id: theirs.post });
const missing = () => ({ id: 999_999_999 });
const notFoundButAdmin = { Student: 404, Parent: 404, Teacher: 404, Mod: 404 };

/** A call about one class: the own one, a colleague's, another school's, none. */
const casesOfClass: Case[] = [
  { about: 'their own class', params: ownClass, expect: {} },
  { about: 'another class', params: otherClass, expect: deniedOutsideClass },
  { about: "another school's class", params: foreignClass, expect: notFoundButAdmin },
  { about: 'no class', params: missing, expect: { ...notFoundButAdmin, Admin: 404 } },
];
/** The same where pupils and parents have no access at all. */
const casesOfStaff: Case[] = casesOfClass.map((row) => ({
  ...row,
  expect: { ...row.expect, Student: 403, Parent: 403 },
}));
const rollOfOne = (id: number) => rollOf([{ id }]);

/**
 * The requests that need more than a token: one row for each thing that can be reached for.
 * An endpoint with parameters or a body must stand here; the matrix fails when it does not.
 */
export const cases: Record<EndpointName, Case[]> = {
  'POST /api/auth/login': [
    {
      about: 'a wrong password',
      body: () => ({ username: 'khong.ai', password: 'khac12345' }),
      expect: Object.fromEntries(whos.map((who) => [who, 401])),
    },
  ],
  'POST /api/analyze': [
    { about: 'a picture of nothing', body: () => ({ image: whitePixel }), expect: {} },
  ],
  'POST /api/auth/change-password': [
    {
      about: 'a wrong current password',
      body: () => ({ current: 'khac12345', next: 'moi123456' }),
      expect: {
        ...Object.fromEntries(whos.map((who) => [who, 400])),
        'logged out': 401,
        inactive: 401,
      },
    },
  ],
  'GET /api/classes': [
    { about: 'what they may see', expect: {} },
    {
      about: 'their own school',
      query: ({ ours }) => ({ school_id: String(ours.schoolId) }),
      expect: {},
    },
    {
      about: 'another school',
      query: ({ theirs }) => ({ school_id: String(theirs.schoolId) }),
      expect: { Student: 403, Parent: 403, Teacher: 403, Mod: 403 },
    },
  ],
  'GET /api/classes/{id}/students': casesOfClass,
  'GET /api/classes/{id}/attendance/weeks': casesOfClass,
  'GET /api/classes/{id}/attendance/dates': casesOfClass,
  'GET /api/classes/{id}/attendance/{date}': casesOfClass.map((row) => ({
    ...row,
    params: (world) => ({ ...row.params?.(world), date: today }),
  })),
  'POST /api/classes/{id}/attendance': [
    {
      about: 'their own class',
      params: ownClass,
      body: ({ ours }) => rollOfOne(ours.student.id),
      expect: {},
    },
    {
      about: "a colleague's class",
      params: otherClass,
      body: ({ ours }) => rollOfOne(ours.otherStudent.id),
      expect: { Teacher: 403 },
    },
    {
      about: "another school's class",
      params: foreignClass,
      body: ({ theirs }) => rollOfOne(theirs.student.id),
      expect: { Teacher: 404 },
    },
    {
      about: "their own class under another school's id",
      params: ownClass,
      body: ({ ours, theirs }) => ({ ...rollOfOne(ours.student.id), school_id: theirs.schoolId }),
      expect: { Teacher: 403 },
    },
  ],
  'GET /api/classes/{id}/attendance/grid': casesOfStaff,
  'GET /api/classes/{id}/attendance/grid.xlsx': casesOfStaff,
  'GET /api/students/{id}/attendance': [
    {
      about: "the student's own, the parent's child's",
      params: ({ ours }) => ({ id: ours.student.id }),
      expect: {},
    },
    {
      about: "another pupil's",
      params: ({ ours }) => ({ id: ours.otherStudent.id }),
      expect: { Student: 403, Parent: 403 },
    },
    {
      about: "another school's pupil's",
      params: ({ theirs }) => ({ id: theirs.student.id }),
      expect: { Student: 404, Parent: 404 },
    },
    { about: 'nobody’s', params: missing, expect: { Student: 404, Parent: 404 } },
  ],
  'GET /api/attendance/rates': [
    { about: 'without a school', expect: { Admin: 400 } },
    {
      about: 'their own school',
      query: ({ ours }) => ({ school_id: String(ours.schoolId) }),
      expect: {},
    },
    {
      about: 'another school',
      query: ({ theirs }) => ({ school_id: String(theirs.schoolId) }),
      expect: { Mod: 403 },
    },
  ],
  'GET /api/posts': [{ about: 'what they may read', expect: {} }],
  'GET /api/posts/pending': [{ about: 'what waits', expect: {} }],
  'GET /api/posts/{id}': [
    { about: "their teacher's approved post", params: approved, expect: {} },
    {
      about: "their teacher's pending post",
      params: ({ ours }) => ({ id: ours.pendingPost }),
      expect: { Student: 403, Parent: 403 },
    },
    {
      about: "another class's approved post",
      params: ({ ours }) => ({ id: ours.otherPost }),
      expect: { Student: 403, Parent: 403 },
    },
    {
      about: "another school's post",
      params: foreign,
      expect: { ...notFoundButAdmin, Admin: 200 },
    },
    { about: 'no post at all', params: missing, expect: { ...notFoundButAdmin, Admin: 404 } },
  ],
  'POST /api/posts': [{ about: 'a text', body: () => postText, expect: {} }],
  'PUT /api/posts/{id}': [
    { about: 'their own', params: approved, body: () => postText, expect: {} },
    {
      about: "a colleague's",
      params: ({ ours }) => ({ id: ours.otherPost }),
      body: () => postText,
      expect: { Teacher: 403 },
    },
    { about: "another school's", params: foreign, body: () => postText, expect: { Teacher: 404 } },
  ],
  'DELETE /api/posts/{id}': [
    {
      about: "a colleague's",
      params: ({ ours }) => ({ id: ours.otherPost }),
      expect: { Teacher: 403 },
    },
    { about: "another school's", params: foreign, expect: { Teacher: 404 } },
    { about: 'no post at all', params: missing, expect: { Teacher: 404 } },
  ],
  'POST /api/posts/{id}/like': [
    { about: "another school's", params: foreign, expect: { ...notFoundButAdmin, Admin: 200 } },
    {
      about: "another class's",
      params: ({ ours }) => ({ id: ours.otherPost }),
      expect: { Student: 403, Parent: 403 },
    },
    {
      about: 'one that waits',
      params: ({ ours }) => ({ id: ours.pendingPost }),
      expect: { Student: 403, Parent: 403, Teacher: 403, Mod: 403, Admin: 403 },
    },
  ],
  'POST /api/posts/{id}/comment': [
    {
      about: "another school's",
      params: foreign,
      body: () => ({ text: 'Hay quá' }),
      expect: { ...notFoundButAdmin, Admin: 201 },
    },
    {
      about: "another class's",
      params: ({ ours }) => ({ id: ours.otherPost }),
      body: () => ({ text: 'Hay quá' }),
      expect: { Student: 403, Parent: 403 },
    },
  ],
  'PUT /api/posts/{id}/approve': [
    { about: "their school's", params: ({ ours }) => ({ id: ours.otherPost }), expect: {} },
    { about: "another school's", params: foreign, expect: { Mod: 404 } },
  ],
  'PUT /api/posts/{id}/reject': [
    { about: "another school's", params: foreign, expect: { Mod: 404 } },
    {
      about: 'one that is approved',
      params: ({ ours }) => ({ id: ours.otherPost }),
      expect: { Mod: 409 },
    },
  ],
  'GET /api/lessons': [
    { about: 'what they may read', expect: {} },
    { about: 'one grade', query: () => ({ grade_id: '4' }), expect: {} },
  ],
  'GET /api/lessons/{id}': [
    { about: 'of their grade', params: ({ lesson }) => ({ id: lesson }), expect: {} },
    {
      about: 'of another grade',
      params: ({ otherLesson }) => ({ id: otherLesson }),
      expect: { Student: 404, Parent: 404, Teacher: 404 },
    },
    { about: 'no lesson at all', params: missing, expect: { ...notFoundButAdmin, Admin: 404 } },
  ],
  'POST /api/admin/lessons': [{ about: 'a lesson', body: () => lessonText, expect: {} }],
  'PUT /api/admin/lessons/{id}': [
    {
      about: 'a lesson',
      params: ({ otherLesson }) => ({ id: otherLesson }),
      body: () => lessonText,
      expect: {},
    },
    {
      about: 'no lesson at all',
      params: missing,
      body: () => lessonText,
      expect: { Admin: 404 },
    },
  ],
  'DELETE /api/admin/lessons/{id}': [
    { about: 'a lesson', params: ({ otherLesson }) => ({ id: otherLesson }), expect: {} },
    { about: 'no lesson at all', params: missing, expect: { Admin: 404 } },
  ],
  'POST /api/admin/upload/lesson-thumbnail': [
    { about: 'no picture at all', expect: { Admin: 400 } },
  ],
  'GET /api/notifications': [{ about: 'their own', expect: {} }],
  'POST /api/notifications/read': [
    { about: 'nothing', body: () => ({ ids: [] }), expect: {} },
    // Whosever they are: nobody learns whether an id exists.
    { about: 'any id', body: () => ({ ids: [1, 999_999_999] }), expect: {} },
  ],
  ...administrationCases,
};
