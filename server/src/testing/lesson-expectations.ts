import sql from 'sql-template-tag';
import {
  buildRows,
  byId,
  byName,
  forbiddenToFamilies,
  lessons,
  notFound,
  type Resources,
  type RowContext,
  type Rows,
  whitePixel,
} from './access-rows.ts';
import { addThumbnail } from './fixtures.ts';

const weekText = { week: 1, title: 'Nước', summary: 'Nước quanh em.' };
const lessonText = { title: 'Khoa học vui', grade_id: 4, content: [weekText] };

const pictures: Resources = {
  own: { description: 'an uploaded picture', getKey: ({ db }) => addThumbnail(db) },
  'same school': { skipReason: 'lesson pictures are for all schools' },
  'other school': { skipReason: 'lesson pictures are for all schools' },
  missing: { description: 'no picture', getKey: () => '00/0.webp' },
};
const withPicture = (name: string) => ({
  body: {
    ...lessonText,
    content: [{ ...weekText, thumbnail: `/uploads/lessons/${name}` }],
  },
});

/** The access rows of lessons and their pictures. */
export const lessonRows: Rows = {
  'GET /api/lessons': [
    { description: 'the lessons they can read', expect: {} },
    { description: 'one grade', request: () => ({ query: { grade_id: 4 } }), expect: {} },
  ],
  'GET /api/lessons/{id}': buildRows('id', lessons, byId, {
    'same school': { Student: 404, Parent: 404, Teacher: 404 },
    missing: notFound,
  }),
  'POST /api/admin/lessons': [
    { description: 'a lesson', request: () => ({ body: lessonText }), expect: {} },
    ...buildRows('content.thumbnail', pictures, withPicture, { missing: { Admin: 400 } }),
  ],
  'PUT /api/admin/lessons/{id}': [
    ...buildRows('id', lessons, (id: number) => ({ params: { id }, body: lessonText }), {
      missing: { Admin: 404 },
    }),
    ...buildRows(
      'content.thumbnail',
      pictures,
      (name: string, { lesson }) => ({ ...byId(lesson), ...withPicture(name) }),
      { missing: { Admin: 400 } },
    ),
  ],
  'DELETE /api/admin/lessons/{id}': buildRows('id', lessons, byId, { missing: { Admin: 404 } }),
  'GET /api/admin/lessons/{id}/weeks.xlsx': buildRows('id', lessons, byId, {
    missing: { Admin: 404 },
  }),
  'POST /api/admin/lessons/weeks': [
    { description: 'without a file', expect: { Admin: 400 } },
    {
      description: 'a table',
      request: () => {
        const form = new FormData();
        form.append('file', new Blob(['Tuần,Tên bài,Tóm tắt\n1,Nước,Nước.']), 'tuan.csv');
        return { form };
      },
      expect: {},
    },
  ],
  'POST /api/admin/upload/lesson-thumbnail': [
    { description: 'no picture at all', expect: { Admin: 400 } },
    {
      description: 'a picture',
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

const addThumbnailTo =
  (getLessonId: (context: RowContext) => number) => async (context: RowContext) => {
    const thumbnail = await addThumbnail(context.db);
    await context.db.run(sql`
      update lesson_weeks set thumbnail = ${thumbnail}
      where lesson_id = ${getLessonId(context)} and status = 'active'`);
    return thumbnail;
  };
const lessonPictures: Resources = {
  ...pictures,
  own: { description: 'a picture of their grade', getKey: addThumbnailTo(({ lesson }) => lesson) },
  'same school': {
    description: "a picture of another grade's lesson",
    getKey: addThumbnailTo(({ otherLesson }) => otherLesson),
  },
};

export const lessonFileRows = {
  '/uploads/lessons/': buildRows('name', lessonPictures, byName, {
    'same school': { ...forbiddenToFamilies, Teacher: 403 },
    missing: notFound,
  }),
};
