import {
  classes,
  type EndpointName,
  type Given,
  lessons,
  pendingPosts,
  posts,
  pupils,
  type Row,
  rowsFor,
  schools,
  type Things,
  whos,
} from './access-rows.ts';
import { administrationRows } from './administration-expectations.ts';
import { addAttachment, addPost, addThumbnail, password } from './people.ts';
import { rollOf, today } from './roll-call.ts';

const whitePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC';
const postText = { title: 'Tin lớp', content: 'Hôm nay cả lớp trồng cây.' };
const commentText = { text: 'Hay quá' };
const weekText = { week: 1, title: 'Nước', summary: 'Nước quanh em.' };
const lessonText = { title: 'Khoa học vui', grade_id: 4, content: [weekText] };

const byId = (id: number) => ({ params: { id } });
const everybody = (status: number) => Object.fromEntries(whos.map((who) => [who, status]));
const pupilsRefused = { Student: 403, Parent: 403 };
const notFoundButAdmin = { Student: 404, Parent: 404, Teacher: 404, Mod: 404 };
const notFound = { ...notFoundButAdmin, Admin: 404 };

const expectedOfClass = {
  'same school': { ...pupilsRefused, Teacher: 403 },
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

/** The addresses of files, each new: the edit of a post drops those that it does not name. */
const files: Things = {
  own: {
    about: 'a file of the post',
    of: ({ db, ours: { schoolId, post } }) => addAttachment(db, { schoolId, postId: post }),
  },
  'same school': {
    about: "a file of a colleague's post",
    of: ({ db, ours: { schoolId, otherPost } }) =>
      addAttachment(db, { schoolId, postId: otherPost }),
  },
  'other school': {
    about: "a file of another school's post",
    of: ({ db, theirs: { schoolId, post } }) => addAttachment(db, { schoolId, postId: post }),
  },
  missing: { about: 'no file', of: () => '00/0.webp' },
};
const rowsOfKept = (field: 'attachments' | 'existingAttachments') =>
  rowsFor(
    field,
    files,
    (name: string, { ours }) => ({
      params: { id: ours.post },
      body: { ...postText, [field]: [`/uploads/posts/${name}`] },
    }),
    {},
    {
      list: 'attachments',
      for: {
        own: [],
        'same school': ['Teacher'],
        'other school': ['Teacher'],
        missing: ['Teacher'],
      },
    },
  );

const pictures: Things = {
  own: { about: 'an uploaded picture', of: ({ db }) => addThumbnail(db) },
  'same school': { why: 'the pictures of lessons are for all schools' },
  'other school': { why: 'the pictures of lessons are for all schools' },
  missing: { about: 'no picture', of: () => '00/0.webp' },
};
const withPicture = (name: string) => ({
  body: {
    ...lessonText,
    content: [{ ...weekText, thumbnail: `/uploads/lessons/${name}` }],
  },
});

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

const decidedPost =
  (status: 'approved' | 'rejected') =>
  async ({ db, ours: { schoolId, teacher: author, mod } }: Given) => {
    const reason = status === 'rejected' ? { reason: 'Ảnh bị mờ' } : {};
    const decision = { decided_by: mod.id, ...reason };
    return byId(await addPost(db, { schoolId, author, status, decision }));
  };

/**
 * The requests that need more than a token: a row for each thing that can be reached for. Every field
 * that names a thing has its four rows, or they say why not; the matrix fails when it has not.
 */
export const rowsOf: Partial<Record<EndpointName, Row[]>> = {
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
      pupils,
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
  'GET /api/students/{id}/attendance': rowsFor('id', pupils, byId, {
    'same school': pupilsRefused,
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

  'GET /api/posts': [{ about: 'what they may read', expect: {} }],
  'GET /api/posts/pending': [{ about: 'what waits', expect: {} }],
  'GET /api/posts/{id}': [
    ...rowsFor('id', posts, byId, {
      'same school': pupilsRefused,
      'other school': notFoundButAdmin,
      missing: notFound,
    }),
    {
      about: "their teacher's pending post",
      request: ({ ours }) => byId(ours.pendingPost),
      expect: pupilsRefused,
    },
    { about: 'one that was approved', request: decidedPost('approved'), expect: {} },
    { about: 'one that was rejected', request: decidedPost('rejected'), expect: pupilsRefused },
  ],
  'POST /api/posts': [{ about: 'a text', request: () => ({ body: postText }), expect: {} }],
  'PUT /api/posts/{id}': [
    ...rowsFor('id', posts, (id: number) => ({ params: { id }, body: postText }), {
      'same school': { Teacher: 403 },
      'other school': { Teacher: 404 },
      missing: { Teacher: 404 },
    }),
    ...rowsOfKept('attachments'),
    ...rowsOfKept('existingAttachments'),
  ],
  'DELETE /api/posts/{id}': rowsFor('id', posts, byId, {
    'same school': { Teacher: 403 },
    'other school': { Teacher: 404 },
    missing: { Teacher: 404 },
  }),
  'POST /api/posts/{id}/like': [
    {
      about: 'one that waits',
      request: ({ ours }) => byId(ours.pendingPost),
      expect: { ...pupilsRefused, Teacher: 403, Mod: 403, Admin: 403 },
    },
    ...rowsFor('id', posts, byId, {
      'same school': pupilsRefused,
      'other school': notFoundButAdmin,
      missing: notFound,
    }),
  ],
  'POST /api/posts/{id}/comment': rowsFor(
    'id',
    posts,
    (id: number) => ({ params: { id }, body: commentText }),
    { 'same school': pupilsRefused, 'other school': notFoundButAdmin, missing: notFound },
  ),
  'PUT /api/posts/{id}/approve': rowsFor('id', pendingPosts, byId, {
    'other school': { Mod: 404 },
    missing: { Mod: 404 },
  }),
  'PUT /api/posts/{id}/reject': [
    {
      about: 'one that is approved',
      request: ({ ours }) => byId(ours.otherPost),
      expect: { Mod: 409 },
    },
    ...rowsFor('id', pendingPosts, byId, { 'other school': { Mod: 404 }, missing: { Mod: 404 } }),
  ],

  'GET /api/lessons': [
    { about: 'what they may read', expect: {} },
    { about: 'one grade', request: () => ({ query: { grade_id: 4 } }), expect: {} },
  ],
  'GET /api/lessons/{id}': rowsFor('id', lessons, byId, {
    'same school': { Student: 404, Parent: 404, Teacher: 404 },
    missing: notFound,
  }),
  'POST /api/admin/lessons': [
    { about: 'a lesson', request: () => ({ body: lessonText }), expect: {} },
    ...rowsFor('content.thumbnail', pictures, withPicture, { missing: { Admin: 400 } }),
  ],
  'PUT /api/admin/lessons/{id}': [
    ...rowsFor('id', lessons, (id: number) => ({ params: { id }, body: lessonText }), {
      missing: { Admin: 404 },
    }),
    ...rowsFor(
      'content.thumbnail',
      pictures,
      (name: string, { lesson }) => ({ ...byId(lesson), ...withPicture(name) }),
      { missing: { Admin: 400 } },
    ),
  ],
  'DELETE /api/admin/lessons/{id}': rowsFor('id', lessons, byId, { missing: { Admin: 404 } }),
  'POST /api/admin/upload/lesson-thumbnail': [
    { about: 'no picture at all', expect: { Admin: 400 } },
    {
      about: 'a picture',
      request: () => {
        const form = new FormData();
        const picture = new Blob([Buffer.from(whitePixel, 'base64')]);
        form.append('thumbnail', picture, 'ảnh.png');
        return { form };
      },
      expect: {},
    },
  ],

  'GET /api/notifications': [{ about: 'their own', expect: {} }],
  'POST /api/notifications/read': [
    { about: 'nothing', request: () => ({ body: { ids: [] } }), expect: {} },
    ...rowsFor('ids', notifications, (id: number) => ({ body: { ids: [id] } })),
  ],
  ...administrationRows,
};

const shownIn = (lessonOf: (given: Given) => number) => async (given: Given) => {
  const thumbnail = await addThumbnail(given.db);
  await given.db
    .updateTable('lesson_weeks')
    .set({ thumbnail })
    .where('lesson_id', '=', lessonOf(given))
    .where('status', '=', 'active')
    .execute();
  return thumbnail;
};
const shownPictures: Things = {
  ...pictures,
  own: { about: 'a picture of their grade', of: shownIn(({ lesson }) => lesson) },
  'same school': {
    about: "a picture of another grade's lesson",
    of: shownIn(({ otherLesson }) => otherLesson),
  },
};

const byName = (name: string) => ({ params: { name } });

/** Who gets a file, each with an address that was signed for them. */
export const rowsOfFiles: Record<`/uploads/${string}/`, Row[]> = {
  '/uploads/posts/': rowsFor('name', files, byName, {
    'same school': pupilsRefused,
    'other school': { ...pupilsRefused, Teacher: 403, Mod: 403 },
    missing: notFound,
  }),
  '/uploads/lessons/': rowsFor('name', shownPictures, byName, {
    'same school': { ...pupilsRefused, Teacher: 403 },
    missing: notFound,
  }),
};
