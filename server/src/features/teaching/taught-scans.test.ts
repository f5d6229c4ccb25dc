import { applyHead, featureCounts } from '@lop-xanh/contract/rules/taught-head';
import { scan, type WasteGroup, type WasteKind, wasteLabels } from '@lop-xanh/contract/scan';
import { type DeviceHead, teaching } from '@lop-xanh/contract/teaching';
import { beforeEach, expect, test } from 'vitest';
import { addTwoSchools, type TestUser, type TwoSchools } from '../../testing/fixtures.ts';
import { photographAgain } from '../../testing/taught-images.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { openClassifier } from '../scan/scan.service.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
/** A second server on the same database. */
const otherApp = await makeTestApp(database);

const battery = '31.jpeg';
const bulb = '44.jpeg';
const nothing = '35.jpeg';

let world: TwoSchools;
beforeEach(async () => {
  world = await addTwoSchools(database);
});

const words = {
  label: 'battery',
  name: 'Pin',
  group: 'hazardous',
  advice: 'Đưa cho thầy cô',
} as const;

async function teach(
  user: TestUser,
  fields: { name?: string; label?: WasteKind | null; group?: WasteGroup },
  picture: string,
) {
  const { token } = user;
  const { body } = await request(app, teaching.addKind, { token, body: { ...words, ...fields } });
  for (let index = 0; index < 4; index++) {
    const image = await photographAgain(picture, index);
    const params = { id: body.id };
    const added = await request(app, teaching.addPhoto, { token, params, body: { image } });
    expect([added.status, added.body.is_pending]).toEqual([201, false]);
  }
  return body.id as number;
}

const analyze = async ({ token }: TestUser, picture: string, server = app) =>
  (
    await request(server, scan.analyze, {
      token,
      body: { image: await photographAgain(picture, 4) },
    })
  ).body;

test('the nets have as many features as their head expects', async () => {
  const classifier = openClassifier({ threads: 1 });
  const { features, deviceFeatures } = await classifier.describe(await photographAgain(bulb, 0));
  await classifier.close();
  expect({ server: features.length, device: deviceFeatures.length }).toEqual(featureCounts);
});

test('what a teacher taught is answered to everyone of the school, on every server at once', async () => {
  const { ours, theirs, admin } = world;
  const before = await analyze(ours.student, battery);
  expect(before.result?.taught).toBeUndefined();
  await teach(ours.teacher, {}, battery);
  for (const server of [app, otherApp]) {
    for (const user of [ours.student, ours.parent, ours.teacher, ours.mod]) {
      const { result } = await analyze(user, battery, server);
      expect(result).toMatchObject({ ...words, taught: true, groupName: 'Rác nguy hại' });
    }
  }
  expect((await analyze(ours.student, nothing)).result?.taught).toBeUndefined();
  // Exactly as before for those whom it does not concern.
  for (const user of [theirs.student, admin]) expect(await analyze(user, battery)).toEqual(before);

  await request(app, teaching.reset, { token: admin.token, params: { id: ours.schoolId } });
  for (const server of [app, otherApp]) {
    expect(await analyze(ours.student, battery, server)).toEqual(before);
  }
});

test('kinds are told apart, and one that only the school knows is named by its id', async () => {
  const { teacher, student } = world.ours;
  await teach(teacher, {}, battery);
  const id = await teach(teacher, { name: 'Bóng đèn của trường', label: null }, bulb);
  expect((await analyze(student, battery)).result).toMatchObject({ label: 'battery', name: 'Pin' });
  const { result, guesses } = await analyze(student, bulb);
  expect(result).toMatchObject({ label: `kind-${id}`, name: 'Bóng đèn của trường' });
  expect(result.predictions[0]).toMatchObject({ label: `kind-${id}` });
  expect(guesses[0]).toMatchObject({ label: `kind-${id}` });

  const { body } = await request(app, teaching.read, { token: teacher.token });
  expect(body.kinds).toMatchObject([
    { name: 'Bóng đèn của trường', photo_count: 4, right_before: 0, right_now: 1 },
    { name: 'Pin', photo_count: 4, right_before: 0, right_now: 1 },
  ]);
  const seen = await request(app, teaching.listPhotos, { token: teacher.token, params: { id } });
  expect(seen.body.photos.map(({ seen_as }: { seen_as: string }) => seen_as)).toEqual(
    Array(4).fill('Bóng đèn của trường'),
  );
});

test('a photo that leads to another kind is shown as such, also while it waits', async () => {
  const { teacher, student } = world.ours;
  await teach(teacher, {}, battery);
  const id = await teach(teacher, { name: 'Bóng đèn', label: 'bulb' }, bulb);
  const image = await photographAgain(battery, 5);
  await request(app, teaching.addPhoto, { token: student.token, params: { id }, body: { image } });
  const list = async () =>
    (await request(app, teaching.listPhotos, { token: teacher.token, params: { id } })).body.photos;
  const [waiting] = await list();
  expect(waiting).toMatchObject({ is_pending: true, seen_as: 'Pin' });
  await request(app, teaching.approvePhoto, { token: teacher.token, params: { id: waiting.id } });
  expect((await list())[0]).toMatchObject({ id: waiting.id, is_pending: false, seen_as: 'Pin' });
});

test('the device gets what its net needs, in the words of the school', async () => {
  const { teacher, student } = world.ours;
  const fetchHead = async ({ token }: TestUser): Promise<DeviceHead> =>
    (await request(app, teaching.deviceHead, { token })).body;
  expect((await fetchHead(student)).kinds).toEqual([]);
  await teach(teacher, {}, battery);
  const head = await fetchHead(student);
  expect(head.kinds).toMatchObject([{ answer: { ...words, groupName: 'Rác nguy hại' } }]);
  const centre = new Uint16Array(decode(head.centre));
  expect(centre).toHaveLength(featureCounts.device);
  const toRow = ({ scale, weights }: { scale: number; weights: string }) => ({
    scale,
    values: new Int8Array(decode(weights)),
  });
  const decoded = {
    centre,
    bias: head.bias,
    materials: head.materials.map(toRow),
    kinds: head.kinds.map((row) => ({ kind: row.answer.name, ...toRow(row) })),
  };
  expect(decoded.materials).toHaveLength(wasteLabels.length);
  const classifier = openClassifier({ threads: 1 });
  const find = async (picture: string) => {
    const { deviceFeatures } = await classifier.describe(await photographAgain(picture, 4));
    return applyHead(decoded, deviceFeatures).found;
  };
  expect(await find(battery)).toBe('Pin');
  expect(await find(nothing)).toBeUndefined();
  await classifier.close();
  expect((await fetchHead(world.theirs.student)).kinds).toEqual([]);
});

/** The bytes of Base64, in memory of their own. */
const decode = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64')).buffer;

test('a taught kind that we know goes where the pack says, unless the school chose another group', async () => {
  const { teacher, student } = world.ours;
  const answers = async (group: 'recyclable' | 'other') => {
    const fields = { label: 'cable', name: `Dây điện ${group}`, group } as const;
    const id = await teach(teacher, fields, battery);
    const { result } = await analyze(student, battery);
    const device = await request(app, teaching.deviceHead, { token: student.token });
    await request(app, teaching.deleteKind, { token: teacher.token, params: { id } });
    return [result.bin, device.body.kinds[0].answer.bin];
  };
  const byTeacher = { name: 'Đưa cho thầy cô', colour: 'blue' };
  expect(await answers('recyclable')).toEqual([byTeacher, byTeacher]);
  const grey = { name: 'Thùng xám', colour: 'grey' };
  expect(await answers('other')).toEqual([grey, grey]);
});
