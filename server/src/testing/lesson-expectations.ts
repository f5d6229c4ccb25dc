import {
  byId,
  byName,
  type Given,
  lessons,
  notFound,
  type Rows,
  rowsFor,
  studentsRefused,
  type Things,
  whitePixel,
} from './access-rows.ts';
import { addThumbnail } from './people.ts';

const weekText = { week: 1, title: 'Nước', summary: 'Nước quanh em.' };
const lessonText = { title: 'Khoa học vui', grade_id: 4, content: [weekText] };

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

/** The rows of expectation for lessons and their pictures. */
export const lessonRows: Rows = {
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

export const rowsOfLessonFiles = {
  '/uploads/lessons/': rowsFor('name', shownPictures, byName, {
    'same school': { ...studentsRefused, Teacher: 403 },
    missing: notFound,
  }),
};
