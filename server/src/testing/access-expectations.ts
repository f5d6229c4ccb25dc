import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import {
  buildRows,
  byId,
  classes,
  forbiddenToFamilies,
  notFound,
  notFoundExceptAdmin,
  type Resources,
  type Row,
  type RowContext,
  type Rows,
  requesters,
  schools,
  students,
  whitePixel,
} from './access-rows.ts';
import { accountRows } from './account-expectations.ts';
import { administrationRows } from './administration-expectations.ts';
import { makeSheetInput, markPresent, today } from './attendance.ts';
import { avatarFileRows, avatarRows } from './avatar-expectations.ts';
import { cardRows } from './card-expectations.ts';
import { commentRows } from './comment-expectations.ts';
import { consentRows } from './consent-expectations.ts';
import { factorRows } from './factor-expectations.ts';
import { insertRow, password } from './fixtures.ts';
import { leaveRows } from './leave-expectations.ts';
import { lessonFileRows, lessonRows } from './lesson-expectations.ts';
import { moderationRows } from './moderation-expectations.ts';
import { postFileRows, postRows } from './post-expectations.ts';
import { privacyRows } from './privacy-expectations.ts';
import { scanRows } from './scan-expectations.ts';
import { selectedAccountRows } from './selected-account-expectations.ts';
import { tableRows } from './table-expectations.ts';
import { taughtFileRows, teachingRows } from './teaching-expectations.ts';
import { yearRows } from './year-expectations.ts';

const allRequesters = (status: number) =>
  Object.fromEntries(requesters.map((requester) => [requester, status]));

const expectedForClass = {
  'same school': { ...forbiddenToFamilies, Teacher: 403 },
  'other school': notFoundExceptAdmin,
  missing: notFound,
};
const classRows = buildRows('id', classes, byId, expectedForClass);

const days: Resources = {
  own: { description: 'a day', getKey: () => today },
  'same school': { skipReason: 'a day belongs to the class in the path' },
  'other school': { skipReason: 'a day belongs to the class in the path' },
  missing: { description: 'a day long ago', getKey: () => '2001-09-03' },
};

const schoolRows = [
  { description: 'without a school', expect: { Admin: 400 } },
  ...buildRows('school_id', schools, (school_id: number) => ({ query: { school_id } }), {
    'other school': { Mod: 403 },
    missing: { Mod: 403, Admin: 404 },
  }),
];

const reportRows = [
  { description: 'their own school, or all schools', expect: {} },
  ...buildRows('school_id', schools, (school_id: number) => ({ query: { school_id } }), {
    'other school': { Mod: 403 },
    missing: { Mod: 403, Admin: 404 },
  }),
];

const weeks: Resources = {
  own: { description: 'a week with a sheet', getKey: () => 1 },
  'same school': { skipReason: 'a week belongs to the class in the path' },
  'other school': { skipReason: 'a week belongs to the class in the path' },
  missing: { description: 'a week without a sheet', getKey: () => 35 },
};

/** Corrects the record of a student from present to absent, after a sheet was taken on which they were present. */
async function requestCorrection(
  { db, ours }: RowContext,
  { classId = ours.classId, studentId = ours.student.id, week = 1 },
) {
  for (const [ownClass, student] of [
    [ours.classId, ours.student],
    [ours.otherClassId, ours.otherStudent],
  ] as const) {
    await markPresent(db, { classId: ownClass, student, takenBy: ours.teacher });
  }
  const was = { status: 'present', note: '' };
  const record = { student_id: studentId, status: 'absent', note: '', was };
  return { params: { id: classId, week }, body: { records: [record], reason: 'Đánh nhầm' } };
}

/** Everyone can remind a class that nobody has reminded today. */
async function requestReminder(
  { db, ours }: RowContext,
  { id = ours.classId, week = 2 }: { id?: number; week?: number },
) {
  await markPresent(db, { classId: ours.classId, student: ours.student, takenBy: ours.teacher });
  await db.run(sql`delete from attendance_reminders`);
  return { params: { id, week } };
}

const addNotification =
  (getUserId: (context: RowContext) => number) => async (context: RowContext) => {
    const row = { type: 'password_reset', ref_id: 1, sender_id: context.admin.id };
    return insertRow(context.db, 'notifications', { ...row, user_id: getUserId(context) });
  };
/** The status is the same for all of them: nobody learns whether an id exists. */
const notifications: Resources = {
  own: { description: 'their own', getKey: addNotification(({ me }) => me.id) },
  'same school': {
    description: "a neighbour's",
    getKey: addNotification(({ ours }) => ours.otherTeacher.id),
  },
  'other school': {
    description: "a stranger's",
    getKey: addNotification(({ theirs }) => theirs.teacher.id),
  },
  missing: { description: 'a missing id', getKey: () => 999_999_999 },
};

const otherRows: Rows = {
  'POST /api/auth/login': [
    {
      description: 'a wrong password',
      request: () => ({ body: { username: 'khong.ai', password: 'khac12345' } }),
      expect: allRequesters(401),
    },
    {
      description: 'the right password',
      request: ({ me: { username } }) => ({ body: { username, password } }),
      expect: { inactive: 403 },
    },
  ],
  'POST /api/auth/end-session': [
    {
      description: 'a session that does not exist',
      request: () => ({ body: { token_sha256: '0'.repeat(64) } }),
      expect: {},
    },
  ],
  'POST /api/analyze': [
    {
      description: 'a picture of nothing',
      request: () => ({ body: { image: `data:image/png;base64,${whitePixel}` } }),
      expect: {},
    },
  ],
  'POST /api/auth/change-password': [
    {
      description: 'a wrong current password',
      request: () => ({ body: { current: 'khac12345', next: 'moi123456' } }),
      expect: { ...allRequesters(400), 'logged out': 401, inactive: 401 },
    },
    {
      description: 'the right current password',
      request: () => ({ body: { current: password, next: 'moi123456' } }),
      expect: {},
    },
  ],
  'PUT /api/auth/language': [
    {
      description: 'a language',
      request: () => ({ body: { language: 'en' } }),
      expect: {},
    },
    {
      description: 'an unknown language',
      request: () => ({ body: { language: 'fr' } }),
      expect: { ...allRequesters(400), 'logged out': 401, inactive: 401 },
    },
  ],

  'GET /api/classes': [
    { description: 'the classes they can see', expect: {} },
    ...buildRows('school_id', schools, (school_id: number) => ({ query: { school_id } }), {
      'other school': { Student: 403, Parent: 403, Teacher: 403, Mod: 403 },
      missing: { Student: 403, Parent: 403, Teacher: 403, Mod: 403 },
    }),
  ],
  'GET /api/classes/{id}/students': classRows,

  'GET /api/classes/{id}/attendance/weeks': classRows,
  'GET /api/classes/{id}/attendance/dates': classRows,
  'GET /api/classes/{id}/attendance/{date}': [
    ...buildRows(
      'id',
      classes,
      (id: number) => ({ params: { id, date: today } }),
      expectedForClass,
    ),
    ...buildRows('date', days, (date: string, { ours }) => ({
      params: { id: ours.classId, date },
    })),
  ],
  'POST /api/classes/{id}/attendance': [
    ...buildRows(
      'id',
      classes,
      (id: number, { ours }) => ({ params: { id }, body: makeSheetInput([ours.student]) }),
      {
        'same school': { Teacher: 403 },
        'other school': { Teacher: 404 },
        missing: { Teacher: 404 },
      },
    ),
    ...buildRows(
      'school_id',
      schools,
      (school_id: number, { ours }) => ({
        params: { id: ours.classId },
        body: makeSheetInput([ours.student], { week: 2, school_id }),
      }),
      { 'other school': { Teacher: 403 }, missing: { Teacher: 403 } },
    ),
    ...buildRows(
      'students.id',
      students,
      (id: number, { ours }) => ({
        params: { id: ours.classId },
        body: makeSheetInput([{ id }], { week: 3 }),
      }),
      {
        'same school': { Teacher: 400 },
        'other school': { Teacher: 400 },
        missing: { Teacher: 400 },
      },
    ),
  ],
  'POST /api/classes/{id}/attendance/weeks/{week}/corrections': [
    ...buildRows(
      'id',
      classes,
      async (id: number, context) => {
        const student = id === context.ours.otherClassId ? 'otherStudent' : 'student';
        return requestCorrection(context, { classId: id, studentId: context.ours[student].id });
      },
      {
        'same school': { Teacher: 403 },
        'other school': { Teacher: 404, Mod: 404 },
        missing: { Teacher: 404, Mod: 404 },
      },
    ),
    ...buildRows('week', weeks, (week: number, context) => requestCorrection(context, { week }), {
      missing: { Teacher: 404, Mod: 404 },
    }),
    ...buildRows(
      'records.student_id',
      students,
      (studentId: number, context) => requestCorrection(context, { studentId }),
      {
        'same school': { Teacher: 400, Mod: 400 },
        'other school': { Teacher: 400, Mod: 400 },
        missing: { Teacher: 400, Mod: 400 },
      },
    ),
  ],
  'GET /api/classes/{id}/attendance/grid': classRows,
  'GET /api/classes/{id}/attendance/grid.xlsx': classRows,
  'GET /api/students/{id}/attendance': buildRows('id', students, byId, {
    'same school': forbiddenToFamilies,
    'other school': { Student: 404, Parent: 404 },
    missing: { Student: 404, Parent: 404 },
  }),
  'GET /api/attendance/rates': [
    { description: 'without a school', expect: { Admin: 400 } },
    ...buildRows('school_id', schools, (school_id: number) => ({ query: { school_id } }), {
      'other school': { Mod: 403 },
      missing: { Mod: 403 },
    }),
  ],
  'GET /api/admin/dashboard': [{ description: 'all schools', expect: {} }],
  'GET /api/admin/dashboard/logins': [{ description: 'all schools', expect: {} }],
  'GET /api/admin/overview': schoolRows,
  'GET /api/search': [
    { description: 'whatever begins so', request: () => ({ query: { q: 'an' } }), expect: {} },
  ],
  'GET /api/attendance/overview': schoolRows,
  'GET /api/attendance/overview.xlsx': schoolRows,
  'GET /api/reports': reportRows,
  'GET /api/reports.xlsx': reportRows,
  'GET /api/classes/{id}/report': classRows,
  'GET /api/classes/{id}/report.xlsx': classRows,
  'POST /api/classes/{id}/attendance/weeks/{week}/reminder': [
    ...buildRows('id', classes, (id: number, context) => requestReminder(context, { id }), {
      'other school': { Mod: 404 },
      missing: { Mod: 404, Admin: 404 },
    }),
    ...buildRows('week', weeks, (week: number, context) => requestReminder(context, { week }), {
      own: { Mod: 409, Admin: 409 },
    }),
  ],

  'GET /api/push': [{ description: 'their own', expect: {} }],
  'PUT /api/push/subscription': [
    {
      description: 'this browser',
      request: () => ({
        body: {
          endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
          keys: {
            p256dh: createECDH('prime256v1').generateKeys('base64url'),
            auth: randomBytes(16).toString('base64url'),
          },
        },
      }),
      expect: {},
    },
  ],
  'DELETE /api/push/subscription': [{ description: 'this browser', expect: {} }],
  'PUT /api/push/muted-kinds': [
    {
      description: 'their own',
      request: () => ({ body: { mutedKinds: ['posts'] } }),
      expect: {},
    },
  ],
  'GET /api/notifications': [{ description: 'their own', expect: {} }],
  'POST /api/notifications/read': [
    { description: 'nothing', request: () => ({ body: { ids: [] } }), expect: {} },
    ...buildRows('ids', notifications, (id: number) => ({ body: { ids: [id] } })),
  ],
};

/**
 * The requests of every endpoint that takes input. Each field that names a resource needs one row per
 * ownership, or a row with a `skipReason`; the matrix test fails without them.
 */
export const accessRows = mergeRows(
  otherRows,
  scanRows,
  accountRows,
  selectedAccountRows,
  tableRows,
  administrationRows,
  lessonRows,
  moderationRows,
  postRows,
  commentRows,
  privacyRows,
  avatarRows,
  cardRows,
  consentRows,
  factorRows,
  leaveRows,
  teachingRows,
  yearRows,
);

/** Throws when two parts have rows for one endpoint: the later would silently win. */
function mergeRows(...parts: Rows[]): Rows {
  const endpoints = parts.flatMap((part) => Object.entries(part));
  const all: Rows = Object.fromEntries(endpoints);
  if (endpoints.length > Object.keys(all).length)
    throw new Error('Two parts have rows for the same endpoint.');
  return all;
}

/** Who can fetch a file with a URL signed for them. */
export const fileAccessRows: Record<`/uploads/${string}/`, Row[]> = {
  ...postFileRows,
  ...lessonFileRows,
  ...avatarFileRows,
  ...taughtFileRows,
};
