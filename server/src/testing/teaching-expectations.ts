import { featureCounts } from '@lop-xanh/contract/rules/taught-head';
import sharp from 'sharp';
import {
  buildRows,
  byId,
  byName,
  notFoundExceptAdmin,
  type Resources,
  type RowContext,
  type Rows,
  schools,
} from './access-rows.ts';
import { addTaught, addTaughtKind, addWaitingPhoto, currentModel, makeFeatures } from './taught.ts';

const ofSchools = (getKey: (context: RowContext, schoolId: number) => unknown): Resources => ({
  own: {
    description: 'of their own school',
    getKey: (context) => getKey(context, context.ours.schoolId),
  },
  'same school': { skipReason: 'what is taught belongs to the whole school' },
  'other school': {
    description: 'of another school',
    getKey: (context) => getKey(context, context.theirs.schoolId),
  },
  missing: { description: 'a missing id', getKey: () => 999_999_999 },
});

const kinds = ofSchools(({ db }, schoolId) => addTaughtKind(db, schoolId));
const addPhoto = async ({ db }: RowContext, school_id: number) =>
  addWaitingPhoto(db, { school_id, kind_id: await addTaughtKind(db, school_id) });
const photos = ofSchools(async (context, schoolId) => (await addPhoto(context, schoolId)).id);
const files: Resources = {
  ...ofSchools(async (context, schoolId) => (await addPhoto(context, schoolId)).file),
  missing: { description: 'no photo', getKey: () => '00/0.webp' },
};

const words = { label: null, name: 'Bút chì', group: 'other', advice: 'Bỏ vào thùng còn lại' };
let named = 0;
/** With a name that no kind has yet. */
const newWords = () => ({ ...words, name: `Bút chì ${named++}` });

/** A new photo each time. */
async function makePhoto(): Promise<string> {
  const [r = 0, g = 0, b = 0] = [0, 1, 2].map(() => Math.floor(Math.random() * 256));
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const bytes = await sharp({
    create: { width: 64, height: 64, channels: 3, background: { r, g, b }, noise },
  })
    .png()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

const notFoundToSchool = { ...notFoundExceptAdmin };
const missing = { ...notFoundExceptAdmin, Admin: 404 };
const ofOthers = { 'other school': notFoundToSchool, missing };

const bySchoolQuery = async (school_id: number, { db, ours, theirs }: RowContext) => {
  for (const { schoolId } of [ours, theirs]) await addTaught(db, schoolId);
  return { query: { school_id } };
};
const bySchoolBody = (fields: () => object) => (school_id: number) => ({
  body: { ...fields(), school_id },
});
const forbiddenToSchool = { Student: 403, Parent: 403, Teacher: 403, Mod: 403 };
const ofOtherSchools = {
  'other school': forbiddenToSchool,
  missing: { ...forbiddenToSchool, Admin: 404 },
};

export const teachingRows: Rows = {
  'GET /api/scanner': [
    {
      description: 'without a school',
      request: async ({ db, ours }) => {
        await addTaught(db, ours.schoolId);
        return {};
      },
      expect: { Admin: 400 },
    },
    ...buildRows('school_id', schools, bySchoolQuery, ofOtherSchools),
  ],
  'POST /api/scanner/kinds': [
    {
      description: 'without a school',
      request: () => ({ body: newWords() }),
      expect: { Admin: 400 },
    },
    ...buildRows('school_id', schools, bySchoolBody(newWords), ofOtherSchools),
  ],
  'PUT /api/scanner/kinds/{id}': buildRows(
    'id',
    kinds,
    (id: number) => ({ params: { id }, body: newWords() }),
    ofOthers,
  ),
  'DELETE /api/scanner/kinds/{id}': buildRows('id', kinds, byId, ofOthers),
  'GET /api/scanner/kinds/{id}/photos': buildRows('id', kinds, byId, ofOthers),
  'POST /api/scanner/kinds/{id}/photos': buildRows(
    'id',
    kinds,
    async (id: number) => ({ params: { id }, body: { image: await makePhoto() } }),
    ofOthers,
  ),
  'PUT /api/scanner/photos/{id}': buildRows('id', photos, byId, ofOthers),
  'DELETE /api/scanner/photos/{id}': [
    ...buildRows('id', photos, byId, { own: { Student: 404 }, ...ofOthers }),
    {
      description: 'their own photo that waits',
      request: async ({ db, ours, me }) => {
        const { schoolId: school_id } = ours;
        const kind_id = await addTaughtKind(db, school_id);
        const { id } = await addWaitingPhoto(db, { school_id, kind_id, added_by: me.id });
        return { params: { id } };
      },
      expect: {},
    },
  ],
  'PUT /api/scanner/settings': [
    {
      description: 'without a school',
      request: () => ({ body: { keeps_photos: true } }),
      expect: { Admin: 400 },
    },
    ...buildRows(
      'school_id',
      schools,
      bySchoolBody(() => ({ keeps_photos: true })),
      ofOtherSchools,
    ),
  ],
  'DELETE /api/scanner/schools/{id}': buildRows('id', schools, byId, { missing: { Admin: 404 } }),
  'GET /api/scanner/waiting': [{ description: '', expect: {} }],
  'DELETE /api/scanner/imported': [
    { description: 'without a school', expect: { Admin: 400 } },
    ...buildRows('school_id', schools, bySchoolQuery, ofOtherSchools),
  ],
  'GET /api/scanner/export': [
    { description: 'without a school', expect: { Admin: 400 } },
    ...buildRows('school_id', schools, bySchoolQuery, ofOtherSchools),
  ],
  'POST /api/scanner/import': [
    {
      description: 'what another school taught',
      request: () => ({
        body: {
          taught: {
            format: 'lop-xanh-taught',
            version: 1,
            model: currentModel,
            kinds: [
              {
                ...words,
                photos: [
                  {
                    features: makeFeatures(featureCounts.server, 1).toString('base64'),
                    device_features: makeFeatures(featureCounts.device, 1).toString('base64'),
                    net_label: null,
                  },
                ],
              },
            ],
          },
        },
      }),
      expect: {},
    },
  ],
};

export const taughtFileRows = {
  '/uploads/taught/': buildRows('name', files, byName, {
    own: { Student: 403, Parent: 403 },
    'other school': forbiddenToSchool,
    missing: { ...missing },
  }),
};
