import { limits } from '@lop-xanh/contract/rules/limits';
import { featureCounts } from '@lop-xanh/contract/rules/taught-head';
import { scan } from '@lop-xanh/contract/scan';
import { type TaughtKind, type TaughtSet, teaching } from '@lop-xanh/contract/teaching';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addTwoSchools, type TestUser, type TwoSchools } from '../../testing/fixtures.ts';
import {
  addTaught,
  addTaughtKind,
  addTaughtPhoto,
  currentModel,
  makeFeatures,
} from '../../testing/taught.ts';
import { photographAgain } from '../../testing/taught-images.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let world: TwoSchools;
beforeEach(async () => {
  world = await addTwoSchools(database);
});

const exportText = async ({ token }: TestUser) =>
  String((await request(app, teaching.exportKinds, { token })).body);
const importSet = ({ token }: TestUser, taught: unknown) =>
  request(app, teaching.importKinds, { token, body: { taught } });
const readKinds = async ({ token }: TestUser) =>
  (await request(app, teaching.read, { token })).body.kinds;
const analyze = async ({ token }: TestUser, picture: string) => {
  const body = { image: await photographAgain(picture, 4) };
  return (await request(app, scan.analyze, { token, body })).body;
};

async function teachBattery({ token }: TestUser) {
  const body = { label: 'battery', name: 'Pin', group: 'hazardous', advice: 'Đưa cho cô' } as const;
  const { id } = (await request(app, teaching.addKind, { token, body })).body;
  for (let index = 0; index < 4; index++) {
    const image = await photographAgain('31.jpeg', index);
    await request(app, teaching.addPhoto, { token, params: { id }, body: { image } });
  }
}

test('another school that imports what was exported answers the same', async () => {
  const { ours, theirs } = world;
  await teachBattery(ours.teacher);
  const text = await exportText(ours.teacher);
  for (const secret of [ours.teacher.username, 'Kim Đồng', 'uploads', '.webp', 'added']) {
    expect(text).not.toContain(secret);
  }
  const imported = await importSet(theirs.mod, JSON.parse(text));
  expect([imported.status, imported.body]).toEqual([200, { kind_count: 1, photo_count: 4 }]);
  for (const picture of ['31.jpeg', '44.jpeg']) {
    expect(await analyze(theirs.student, picture)).toEqual(await analyze(ours.student, picture));
  }
  expect((await analyze(theirs.student, '31.jpeg')).result).toMatchObject({ taught: true });
  const withoutIds = async (user: TestUser) =>
    (await readKinds(user)).map((kind: object) => ({ ...kind, id: 0, imported_count: 0 }));
  expect(await withoutIds(theirs.teacher)).toEqual(await withoutIds(ours.teacher));
  const rows = await db.many(
    z.object({ added_by: z.number(), is_imported: z.boolean(), file: z.string().nullable() }),
    sql`
      select distinct added_by, is_imported, file from taught_photos
      where school_id = ${theirs.schoolId}`,
  );
  expect(rows).toEqual([{ added_by: theirs.mod.id, is_imported: true, file: null }]);
  const entries = await db.many(
    z.object({ action: z.string(), details: z.unknown() }),
    sql`
      select action, details from audit_log
      where subject = 'scanner' and action in ('exported', 'imported') order by id`,
  );
  const details = { kinds: 1, photos: 4 };
  expect(entries).toEqual([
    { action: 'exported', details },
    { action: 'imported', details },
  ]);
});

test('kinds of the same name are joined, and an import repeated adds nothing', async () => {
  const { ours, theirs } = world;
  await addTaught(db, ours.schoolId, { name: 'PIN tiểu' });
  const id = await addTaughtKind(db, theirs.schoolId, { name: 'Pin Tiểu', advice: 'Lời của ta' });
  const taught = JSON.parse(await exportText(ours.mod));
  expect((await importSet(theirs.teacher, taught)).body).toEqual({ kind_count: 0, photo_count: 3 });
  expect(await readKinds(theirs.teacher)).toMatchObject([
    { id, name: 'Pin Tiểu', advice: 'Lời của ta', photo_count: 3 },
  ]);
  expect((await importSet(theirs.teacher, taught)).body).toEqual({ kind_count: 0, photo_count: 0 });
});

test('an import is undone with everything that came with it, and nothing else', async () => {
  const { ours, theirs, admin } = world;
  for (const name of ['Pin', 'Bóng đèn', 'Hộp sữa']) await addTaught(db, ours.schoolId, { name });
  const own = await addTaughtKind(db, theirs.schoolId, { name: 'Pin' });
  const photo = await addTaughtPhoto(db, { school_id: theirs.schoolId, kind_id: own });
  const empty = await addTaughtKind(db, theirs.schoolId, { name: 'Dây điện' });
  await importSet(theirs.mod, JSON.parse(await exportText(ours.mod)));
  // Their own photo of a kind that came with the import.
  const [bulb] = await readKinds(theirs.mod);
  const ownBulb = await addTaughtPhoto(db, { school_id: theirs.schoolId, kind_id: bulb.id });
  const listPhotos = async ({ token }: TestUser, id: number) =>
    (await request(app, teaching.listPhotos, { token, params: { id } })).body.photos;
  const readCounts = async (user: TestUser) =>
    (await readKinds(user)).map((kind: TaughtKind) => [
      kind.id,
      kind.photo_count,
      kind.imported_count,
    ]);
  expect(await readCounts(theirs.teacher)).toEqual([
    [bulb.id, 4, 3],
    [empty, 0, 0],
    [expect.any(Number), 3, 3],
    [own, 4, 3],
  ]);
  expect((await listPhotos(theirs.mod, own))[0]).toMatchObject({ is_imported: true });

  const query = { school_id: theirs.schoolId };
  const undo = async ({ token }: TestUser, input = {}) =>
    (await request(app, teaching.undoImports, { token, ...input })).status;
  expect(await undo(ours.mod)).toBe(200);
  expect(await readKinds(theirs.teacher)).toHaveLength(4);
  expect(await undo(admin, { query })).toBe(200);
  expect(await undo(theirs.teacher)).toBe(200);
  expect(await readCounts(theirs.teacher)).toEqual([
    [bulb.id, 1, 0],
    [empty, 0, 0],
    [own, 1, 0],
  ]);
  expect((await listPhotos(theirs.mod, own))[0]).toMatchObject({ id: photo, is_imported: false });
  expect((await listPhotos(theirs.mod, bulb.id))[0]).toMatchObject({ id: ownBulb });
  const entries = await db.values(
    z.unknown(),
    sql`select details from audit_log where subject = 'scanner' and action = 'deleted'`,
  );
  expect(entries).toEqual([{ kinds: 1, photos: 9 }]);
});

describe('a set is rejected as a whole', () => {
  const photo = () => ({
    features: makeFeatures(featureCounts.server, 1).toString('base64'),
    device_features: makeFeatures(featureCounts.device, 1).toString('base64'),
    net_label: null,
  });
  const kind = (fields: Partial<TaughtSet['kinds'][number]> = {}) => ({
    label: null,
    name: 'Bút chì',
    group: 'other' as const,
    advice: 'Bỏ vào thùng còn lại',
    photos: [photo()],
    ...fields,
  });
  const makeSet = (fields: object = {}): unknown => ({
    format: 'lop-xanh-taught',
    version: 1,
    model: currentModel,
    kinds: [kind()],
    ...fields,
  });
  const withPhoto = (fields: object) =>
    makeSet({ kinds: [kind(), { ...kind({ name: 'Hai' }), photos: [{ ...photo(), ...fields }] }] });
  const toText = (floats: Buffer) => floats.toString('base64');
  const fillWith = (bits: number) => {
    const bytes = makeFeatures(featureCounts.server, 1);
    bytes.writeUInt16LE(bits, 100);
    return toText(bytes);
  };
  const manyPhotos = (count: number) => Array.from({ length: count }, photo);

  const expectRejected = async (taught: unknown, status: number, reason: string) => {
    const response = await importSet(world.ours.teacher, taught);
    expect([response.status, response.body.reason]).toEqual([status, reason]);
    expect(await readKinds(world.ours.teacher)).toEqual([]);
  };

  test.each<[string, () => unknown]>([
    ['nothing', () => null],
    ['a text', () => 'khong phai'],
    ['another format', () => makeSet({ format: 'khac' })],
    ['another version', () => makeSet({ version: 2 })],
    ['a kind without a name', () => makeSet({ kinds: [kind({ name: ' ' })] })],
    ['an unknown group', () => makeSet({ kinds: [kind({ group: 'khac' as never })] })],
    ['an unknown label', () => makeSet({ kinds: [kind({ label: 'khac' as never })] })],
    ['too few features', () => withPhoto({ features: toText(makeFeatures(100, 1)) })],
    ['features of the other net', () => withPhoto({ device_features: photo().features })],
    ['features that are no numbers', () => withPhoto({ features: fillWith(0x7e_00) })],
    ['infinite features', () => withPhoto({ features: fillWith(0x7c_00) })],
    ['features that would outweigh all others', () => withPhoto({ features: fillWith(0x44_00) })],
    ['no features', () => withPhoto({ features: toText(Buffer.alloc(2 * featureCounts.server)) })],
    ['no Base64', () => withPhoto({ features: '@'.repeat(5462) })],
    [
      'too many photos of a kind',
      () => makeSet({ kinds: [kind({ photos: Array(201).fill(photo()) })] }),
    ],
    [
      'too many kinds',
      () => makeSet({ kinds: Array.from({ length: 31 }, (_, i) => kind({ name: `Món ${i}` })) }),
    ],
  ])('with %s', async (_, build) => {
    await expectRejected(build(), 400, 'taught_unreadable');
  });

  test('of other nets', async () => {
    await expectRejected(makeSet({ model: 'former' }), 409, 'taught_by_other_model');
  });

  test('that goes beyond what the school may teach', async () => {
    const { schoolId, teacher } = world.ours;
    const kinds = Array.from({ length: 6 }, (_, i) =>
      kind({ name: `Món ${i}`, photos: manyPhotos(167) }),
    );
    await expectRejected(makeSet({ kinds }), 409, 'too_many_taught_photos');

    for (let i = 0; i < limits.maxTaughtKinds; i++) await addTaughtKind(db, schoolId);
    const full = await importSet(teacher, makeSet());
    expect([full.status, full.body.reason]).toEqual([409, 'too_many_kinds']);
    expect(await readKinds(teacher)).toHaveLength(limits.maxTaughtKinds);
  });

  test('whose photos do not fit beside those of the same kind', async () => {
    const { schoolId, teacher } = world.ours;
    await addTaught(db, schoolId, { name: 'Bút chì', photos: 2 });
    const response = await importSet(
      teacher,
      makeSet({ kinds: [kind({ photos: manyPhotos(199) })] }),
    );
    expect([response.status, response.body.reason]).toEqual([409, 'too_many_photos_of_kind']);
    expect(await readKinds(teacher)).toMatchObject([{ photo_count: 2 }]);
  });

  test('with so many values that parsing them would take seconds', async () => {
    const payload = `{"taught":[${'{},'.repeat(3_900_000)}{}]}`;
    const { method, path: url } = teaching.importKinds;
    const headers = {
      authorization: `Bearer ${world.ours.teacher.token}`,
      'content-type': 'application/json',
    };
    const response = await app.inject({ method, url, headers, payload });
    expect([response.statusCode, response.json().reason]).toEqual([413, 'too_large']);
  });

  test('with more than 12 MB', async () => {
    const taught = makeSet({ kinds: [kind({ advice: 'a'.repeat(limits.maxTaughtBytes) })] });
    expect((await importSet(world.ours.teacher, taught)).status).toBe(413);
  });
});

test('what was taught can be exported 20 times a minute', async () => {
  const { token } = world.ours.mod;
  const exportStatus = async () => (await request(app, teaching.exportKinds, { token })).status;
  for (let times = 0; times < 20; times++) expect(await exportStatus()).toBe(200);
  expect(await exportStatus()).toBe(429);
});
