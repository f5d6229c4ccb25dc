import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import {
  buildRows,
  byId,
  byName,
  classes,
  notFound,
  type Resources,
  type RowContext,
  type Rows,
  whitePixel,
} from './access-rows.ts';
import { insertRow, type TestUser } from './fixtures.ts';

/** Puts a new picture of a student, in the database only, in place of the one before. */
async function addPhoto(
  { db }: RowContext,
  { school, isApproved }: { school: { student: TestUser; schoolId: number }; isApproved: boolean },
) {
  const { student, schoolId: school_id } = school;
  const file = `aa/${randomBytes(16).toString('hex')}.webp`;
  await db.run(sql`delete from avatar_photos where user_id = ${student.id}`);
  const values = { school_id, user_id: student.id, file, is_approved: isApproved };
  return { file, id: await insertRow(db, 'avatar_photos', values) };
}

const neighbour = ({ ours }: RowContext) => ({
  student: ours.otherStudent,
  schoolId: ours.schoolId,
});

const listPhotos = (key: 'id' | 'file', isApproved: boolean): Resources => {
  const add = (getSchool: (context: RowContext) => { student: TestUser; schoolId: number }) => ({
    getKey: async (context: RowContext) =>
      (await addPhoto(context, { school: getSchool(context), isApproved }))[key],
  });
  return {
    own: { description: 'a picture of their own student', ...add(({ ours }) => ours) },
    'same school': { description: "a picture of a neighbour's student", ...add(neighbour) },
    'other school': {
      description: "a picture of another school's student",
      ...add(({ theirs }) => theirs),
    },
    missing: {
      description: 'no picture',
      getKey: () => (key === 'id' ? 999_999_999 : '00/0.webp'),
    },
  };
};

const notFoundToStaff = { Teacher: 404, Mod: 404 };

export const avatarRows: Rows = {
  'GET /api/profile/avatar': [{ description: '', expect: {} }],
  'PUT /api/profile/avatar': [
    { description: 'an animal', request: () => ({ body: { animal: 'cat' } }), expect: {} },
    { description: 'the default', request: () => ({ body: { animal: null } }), expect: {} },
  ],
  'POST /api/profile/avatar/photo': [
    {
      description: 'no picture at all',
      expect: { Student: 400, Parent: 400, Teacher: 400, Mod: 400, Admin: 400 },
    },
    {
      description: 'a picture',
      request: () => {
        const form = new FormData();
        form.append('avatar', new Blob([Buffer.from(whitePixel, 'base64')]), 'ảnh.png');
        return { form };
      },
      expect: {},
    },
  ],
  'GET /api/classes/{id}/avatars': buildRows('id', classes, byId, {
    'same school': { Teacher: 403 },
    'other school': notFoundToStaff,
    missing: notFoundToStaff,
  }),
  'PUT /api/avatars/{id}': buildRows(
    'id',
    listPhotos('id', false),
    (id: number) => ({ params: { id }, body: { status: 'approved' } }),
    {
      'same school': { Teacher: 403 },
      'other school': notFoundToStaff,
      missing: notFoundToStaff,
    },
  ),
};

export const avatarFileRows = {
  '/uploads/avatars/': buildRows('name', listPhotos('file', true), byName, {
    'other school': { Student: 403, Parent: 403, Teacher: 403, Mod: 403 },
    missing: notFound,
  }),
};
