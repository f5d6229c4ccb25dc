import {
  byId,
  classes,
  type Given,
  notFound,
  notFoundButAdmin,
  type Row,
  type Rows,
  rowsFor,
  schools,
  students,
  studentsRefused,
  type Things,
  whitePixel,
  whos,
} from './access-rows.ts';
import { accountRows } from './account-expectations.ts';
import { administrationRows } from './administration-expectations.ts';
import { lessonRows, rowsOfLessonFiles } from './lesson-expectations.ts';
import { password } from './people.ts';
import { postRows, rowsOfPostFiles } from './post-expectations.ts';
import { rollOf, today } from './roll-call.ts';

const everybody = (status: number) => Object.fromEntries(whos.map((who) => [who, status]));

const expectedOfClass = {
  'same school': { ...studentsRefused, Teacher: 403 },
  'other school': notFoundButAdmin,
  missing: notFound,
};
const rowsOfClass = rowsFor('id', classes, byId, expectedOfClass);

const days: Things = {
  own: { about: 'a day', of: () => today },
  'same school': { why: 'the class says whose day it is' },
  'other school': { why: 'the class says whose day it is' },
  missing: { about: 'a day long ago', of: () => '2001-09-03' },
};

const notificationOf = (whose: (given: Given) => number) => async (given: Given) => {
  const { id } = await given.db
    .insertInto('notifications')
    .values({
      user_id: whose(given),
      type: 'password_reset',
      ref_id: 1,
      sender_id: given.admin.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
/** Whosever they are: nobody learns whether an id exists. */
const notifications: Things = {
  own: { about: 'their own', of: notificationOf(({ me }) => me.id) },
  'same school': { about: "a neighbour's", of: notificationOf(({ ours }) => ours.otherTeacher.id) },
  'other school': { about: "a stranger's", of: notificationOf(({ theirs }) => theirs.teacher.id) },
  missing: { about: 'nobody’s', of: () => 999_999_999 },
};

const otherRows: Rows = {
  'POST /api/auth/login': [
    {
      about: 'a wrong password',
      request: () => ({ body: { username: 'khong.ai', password: 'khac12345' } }),
      expect: everybody(401),
    },
    {
      about: 'the right password',
      request: ({ me: { username } }) => ({ body: { username, password } }),
      expect: { inactive: 403 },
    },
  ],
  'POST /api/auth/end-session': [
    {
      about: 'a session that is not there',
      request: () => ({ body: { token_sha256: '0'.repeat(64) } }),
      expect: {},
    },
  ],
  'POST /api/analyze': [
    {
      about: 'a picture of nothing',
      request: () => ({ body: { image: `data:image/png;base64,${whitePixel}` } }),
      expect: {},
    },
  ],
  'POST /api/auth/change-password': [
    {
      about: 'a wrong current password',
      request: () => ({ body: { current: 'khac12345', next: 'moi123456' } }),
      expect: { ...everybody(400), 'logged out': 401, inactive: 401 },
    },
    {
      about: 'the right one',
      request: () => ({ body: { current: password, next: 'moi123456' } }),
      expect: {},
    },
  ],

  'GET /api/classes': [
    { about: 'what they may see', expect: {} },
    ...rowsFor('school_id', schools, (school_id: number) => ({ query: { school_id } }), {
      'other school': { Student: 403, Parent: 403, Teacher: 403, Mod: 403 },
      missing: { Student: 403, Parent: 403, Teacher: 403, Mod: 403 },
    }),
  ],
  'GET /api/classes/{id}/students': rowsOfClass,

  'GET /api/classes/{id}/attendance/weeks': rowsOfClass,
  'GET /api/classes/{id}/attendance/dates': rowsOfClass,
  'GET /api/classes/{id}/attendance/{date}': [
    ...rowsFor('id', classes, (id: number) => ({ params: { id, date: today } }), expectedOfClass),
    ...rowsFor('date', days, (date: string, { ours }) => ({ params: { id: ours.classId, date } })),
  ],
  'POST /api/classes/{id}/attendance': [
    ...rowsFor(
      'id',
      classes,
      (id: number, { ours }) => ({ params: { id }, body: rollOf([ours.student]) }),
      {
        'same school': { Teacher: 403 },
        'other school': { Teacher: 404 },
        missing: { Teacher: 404 },
      },
    ),
    ...rowsFor(
      'school_id',
      schools,
      (school_id: number, { ours }) => ({
        params: { id: ours.classId },
        body: rollOf([ours.student], { week: 2, school_id }),
      }),
      { 'other school': { Teacher: 403 }, missing: { Teacher: 403 } },
    ),
    ...rowsFor(
      'students.id',
      students,
      (id: number, { ours }) => ({
        params: { id: ours.classId },
        body: rollOf([{ id }], { week: 3 }),
      }),
      {
        'same school': { Teacher: 400 },
        'other school': { Teacher: 400 },
        missing: { Teacher: 400 },
      },
    ),
  ],
  'GET /api/classes/{id}/attendance/grid': rowsOfClass,
  'GET /api/classes/{id}/attendance/grid.xlsx': rowsOfClass,
  'GET /api/students/{id}/attendance': rowsFor('id', students, byId, {
    'same school': studentsRefused,
    'other school': { Student: 404, Parent: 404 },
    missing: { Student: 404, Parent: 404 },
  }),
  'GET /api/attendance/rates': [
    { about: 'without a school', expect: { Admin: 400 } },
    ...rowsFor('school_id', schools, (school_id: number) => ({ query: { school_id } }), {
      'other school': { Mod: 403 },
      missing: { Mod: 403 },
    }),
  ],

  'GET /api/notifications': [{ about: 'their own', expect: {} }],
  'POST /api/notifications/read': [
    { about: 'nothing', request: () => ({ body: { ids: [] } }), expect: {} },
    ...rowsFor('ids', notifications, (id: number) => ({ body: { ids: [id] } })),
  ],
};

/**
 * The requests that need more than a token: a row for each thing that can be reached for. Every field
 * that names a thing has its four rows, or they say why not; the matrix fails when it has not.
 */
export const rowsOf = together(otherRows, accountRows, administrationRows, lessonRows, postRows);

/** An endpoint has its rows in one place: of two, the later would win without a word. */
function together(...parts: Rows[]): Rows {
  const endpoints = parts.flatMap((part) => Object.entries(part));
  const all: Rows = Object.fromEntries(endpoints);
  if (endpoints.length > Object.keys(all).length) throw new Error('An endpoint has rows twice.');
  return all;
}

/** Who gets a file, each with an address that was signed for them. */
export const rowsOfFiles: Record<`/uploads/${string}/`, Row[]> = {
  ...rowsOfPostFiles,
  ...rowsOfLessonFiles,
};
