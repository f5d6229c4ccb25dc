import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { avatars, type PendingAvatar } from '@lop-xanh/contract/avatars';
import { classes } from '@lop-xanh/contract/classes';
import { animals, toAnimalUrl } from '@lop-xanh/contract/rules/animals';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { createSignerLoader } from '../../storage/signed-urls.ts';
import { cleanUpNextWeek, findBrokenInvariants } from '../../testing/broken-invariants.ts';
import {
  addSubstitution,
  addTwoSchools,
  loadActor,
  type TestUser,
  type TwoSchools,
} from '../../testing/fixtures.ts';
import { watchNotifications } from '../../testing/notifications.ts';
import { sendForm } from '../../testing/send-form.ts';
import { listFileNames, makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const storage = makeTestStorage();
const app = await buildApp({ config: testConfig, database, storage });
afterAll(() => app.close());
const { collectNotifications } = watchNotifications(db);

let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
let admin: TestUser;
beforeEach(async () => {
  ({ ours, theirs, admin } = await addTwoSchools(database));
});

const picture = await sharp({
  create: { width: 900, height: 600, channels: 3, background: '#2f9e5f' },
})
  .withExif({ IFD0: { Copyright: 'Nhà bé An' }, IFD3: { GPSLatitude: '21/1 1/1 1/1' } })
  .jpeg()
  .toBuffer();

const upload = (user: TestUser, content = picture, field = 'avatar') => {
  const form = new FormData();
  form.append(field, new Blob([content]), 'ảnh.jpg');
  return sendForm(app, avatars.upload.path, form, { token: user.token });
};
const choose = (user: TestUser, animal: string | null) =>
  request(app, avatars.choose, { token: user.token, body: { animal: animal as never } });
const readOwn = async ({ token }: TestUser) => (await request(app, avatars.read, { token })).body;
const readProfile = async ({ token }: TestUser) => (await request(app, auth.me, { token })).body;
const listPending = (user: TestUser, id = ours.classId) =>
  request(app, avatars.pendingOfClass, { token: user.token, params: { id } });
const decide = (user: TestUser, id: number, status: 'approved' | 'rejected' = 'approved') =>
  request(app, avatars.decide, { token: user.token, params: { id }, body: { status } });
const get = async (url: string) => (await app.inject({ url })).statusCode;
const listPaths = (...urls: (string | null)[]) => urls.map((url) => url?.split('?')[0] ?? null);

/** What a user sees of our student. */
async function seeStudent(user: TestUser): Promise<string> {
  const { body } = await request(app, classes.students, {
    token: user.token,
    params: { id: ours.classId },
  });
  return body.students.find(({ id }: { id: number }) => id === ours.student.id).avt;
}
const findPending = async (user = ours.teacher): Promise<PendingAvatar> =>
  (await listPending(user)).body.avatars[0];

describe('an animal', () => {
  test('is chosen by everyone, public, and shown to others', async () => {
    expect(animals.length).toBeGreaterThanOrEqual(24);
    for (const animal of animals) expect(await get(toAnimalUrl(animal))).toBe(200);
    for (const user of [ours.student, ours.parent, ours.teacher, ours.mod, admin]) {
      expect((await readProfile(user)).avt).toBe(defaultAvatar);
      const { body } = await choose(user, 'cat');
      expect(body).toEqual({ avt: '/uploads/avt/cat.svg', pending_avt: null });
      expect((await readProfile(user)).avt).toBe('/uploads/avt/cat.svg');
    }
    expect(await seeStudent(ours.teacher)).toBe('/uploads/avt/cat.svg');
    await choose(ours.student, null);
    expect(await seeStudent(ours.teacher)).toBe(defaultAvatar);
  });

  test('that does not exist is rejected and changes nothing', async () => {
    await choose(ours.student, 'fox');
    expect((await choose(ours.student, 'dragon')).status).toBe(400);
    expect((await readOwn(ours.student)).avt).toBe('/uploads/avt/fox.svg');
  });
});

describe('an uploaded picture', () => {
  test('of a teacher is shown at once, as a small square without metadata', async () => {
    const { status, body } = await upload(ours.teacher);
    expect(status).toBe(200);
    expect(body.pending_avt).toBeNull();
    const { rawPayload } = await app.inject({ url: body.avt });
    const metadata = await sharp(rawPayload).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(metadata.exif).toBeUndefined();
    expect((await readProfile(ours.teacher)).avt).toBe(body.avt);
  });

  test('of a student waits: others see the former one until a teacher approves it', async () => {
    await choose(ours.student, 'cat');
    const { body } = await upload(ours.student);
    expect(body.avt).toBe('/uploads/avt/cat.svg');
    expect(await get(body.pending_avt)).toBe(200);
    expect(await seeStudent(ours.teacher)).toBe('/uploads/avt/cat.svg');

    const pending = await findPending();
    expect(pending).toMatchObject({ student_id: ours.student.id, hasConsent: false });
    expect(listPaths(pending.avt)).toEqual(listPaths(body.pending_avt));
    expect(await get(pending.avt)).toBe(200);

    const told = await collectNotifications(() => decide(ours.teacher, pending.id));
    expect(told).toEqual({ [ours.student.username]: ['avatar_decided'] });
    const seen = await seeStudent(ours.parent);
    expect(listPaths(seen)).toEqual(listPaths(body.pending_avt));
    expect(await get(seen)).toBe(200);
    expect((await readOwn(ours.student)).pending_avt).toBeNull();
    expect((await listPending(ours.teacher)).body.avatars).toEqual([]);
    expect((await decide(ours.teacher, pending.id)).status).toBe(404);
    const { body: log } = await request(app, audit.list, { token: ours.mod.token, query: {} });
    expect(log.audit[0]).toMatchObject({
      action: 'approved',
      subject: 'avatar',
      subject_id: ours.student.id,
    });
  });

  test('that waits is readable only for its student and those who decide', async () => {
    const { body } = await upload(ours.student);
    const [path] = listPaths(body.pending_avt) as [string];
    const signer = await createSignerLoader(db)();
    const open = async (user: TestUser) => get(signer.sign(path, await loadActor(database, user)));
    for (const user of [ours.otherStudent, ours.parent, ours.otherTeacher, admin, theirs.mod]) {
      expect(await open(user)).toBe(403);
    }
    for (const user of [ours.student, ours.teacher, ours.mod]) {
      expect(await open(user)).toBe(200);
    }
    expect(await get(path)).toBe(403);
  });

  test('that is rejected disappears, and the former one stays', async () => {
    await choose(ours.student, 'owl');
    await upload(ours.student);
    const pending = await findPending(ours.mod);
    await decide(ours.mod, pending.id, 'rejected');
    expect(await readOwn(ours.student)).toEqual({ avt: '/uploads/avt/owl.svg', pending_avt: null });
    expect(await get(pending.avt)).toBe(404);
  });

  test('is decided only by teachers of the class and Mods of the school', async () => {
    await upload(ours.student);
    const { id } = await findPending();
    expect((await decide(ours.otherTeacher, id)).status).toBe(403);
    expect((await decide(theirs.teacher, id)).status).toBe(404);
    expect((await decide(theirs.mod, id)).status).toBe(404);
    expect((await decide(ours.student, id)).status).toBe(403);
    await addSubstitution(db, {
      userId: ours.otherTeacher.id,
      classId: ours.classId,
      from: new Date(Date.now() - 3_600_000),
      until: new Date(Date.now() + 86_400_000),
    });
    const results = await Promise.all([decide(ours.otherTeacher, id), decide(ours.mod, id)]);
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  test('is replaced by the next one or an animal, and its file deleted', async () => {
    await upload(ours.student);
    await upload(ours.student);
    expect((await listPending(ours.teacher)).body.avatars).toHaveLength(1);
    await decide(ours.teacher, (await findPending()).id);
    await upload(ours.student);
    await choose(ours.student, 'cat');
    expect(await readOwn(ours.student)).toEqual({ avt: '/uploads/avt/cat.svg', pending_avt: null });
    await upload(ours.teacher);
    await upload(ours.teacher);
    await cleanUpNextWeek(database, storage);
    expect(await findBrokenInvariants(database, storage)).toEqual([]);
  });

  test('that is no picture is rejected and changes nothing', async () => {
    const { body: before } = await upload(ours.teacher);
    const stored = (await listFileNames(storage)).length;
    expect((await upload(ours.teacher, Buffer.from('<svg/>'))).status).toBe(415);
    expect((await upload(ours.teacher, picture.subarray(0, 300))).status).toBe(415);
    expect((await upload(ours.teacher, picture, 'thumbnail')).status).toBe(400);
    expect(await readOwn(ours.teacher)).toEqual(before);
    await expect.poll(async () => (await listFileNames(storage)).length).toBe(stored);
  });
});

test('a picture can be uploaded 20 times an hour', async () => {
  const noPicture = Buffer.from('không phải ảnh');
  for (let times = 0; times < 20; times++) {
    expect((await upload(ours.student, noPicture)).status).toBe(415);
  }
  expect((await upload(ours.student, noPicture)).status).toBe(429);
  expect((await upload(ours.teacher, noPicture)).status).toBe(415);
});
