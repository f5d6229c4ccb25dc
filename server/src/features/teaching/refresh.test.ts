import { Readable } from 'node:stream';
import { scan } from '@lop-xanh/contract/scan';
import { teaching } from '@lop-xanh/contract/teaching';
import sql from 'sql-template-tag';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../../app.ts';
import { afterFile } from '../../testing/cleanup-hooks.ts';
import { addTwoSchools, type TestUser, type TwoSchools } from '../../testing/fixtures.ts';
import { addTaughtKind } from '../../testing/taught.ts';
import { photographAgain } from '../../testing/taught-images.ts';
import { makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const storage = makeTestStorage();
const rateLimits = { perUser: 1e9, perAddress: 1e9 };
const app = await buildApp({ config: testConfig, database, storage, rateLimits });
afterFile(() => app.close());

const battery = '31.jpeg';

let ours: TwoSchools['ours'];
let kindId: number;
beforeEach(async () => {
  ({ ours } = await addTwoSchools(database));
  kindId = await addTaughtKind(db, ours.schoolId, { name: 'Pin' });
});

const teach = async ({ token }: TestUser, index: number): Promise<number> => {
  const image = await photographAgain(battery, index);
  const params = { id: kindId };
  return (await request(app, teaching.addPhoto, { token, params, body: { image } })).body.id;
};
const keepPhotos = () =>
  request(app, teaching.keepPhotos, { token: ours.mod.token, body: { keeps_photos: true } });
/** As if the server had been updated since. */
const changeModel = () => db.run(sql`update taught_photos set model = 'former', net_label = null`);
/** A server that starts with the new nets. */
const startServer = async () => {
  const server = await buildApp({ config: testConfig, database, storage, rateLimits });
  onTestFinished(() => server.close());
  return server;
};
const analyze = async (server: typeof app) => {
  const body = { image: await photographAgain(battery, 4) };
  return (await request(server, scan.analyze, { token: ours.student.token, body })).body;
};
const countPhotos = async () => {
  const { body } = await request(app, teaching.read, { token: ours.teacher.token });
  const { photo_count, pending_count, outdated_count } = body.kinds[0];
  return { photo_count, pending_count, outdated_count };
};
const expectCounts = async (counts: Awaited<ReturnType<typeof countPhotos>>) => {
  await expect.poll(countPhotos).toEqual(counts);
};
const findFile = (id: number) =>
  db.value(z.string().nullable(), sql`select file from taught_photos where id = ${id}`);

test('photos that were not kept are outdated and teach nothing', async () => {
  for (let i = 0; i < 4; i++) await teach(ours.teacher, i);
  await changeModel();
  expect((await analyze(app)).result?.taught).toBeUndefined();
  expect(await countPhotos()).toEqual({ photo_count: 0, pending_count: 0, outdated_count: 4 });
});

test('photos that were kept are seen again in the background, also beside unreadable ones', async () => {
  await keepPhotos();
  const [damaged, missing] = [await teach(ours.teacher, 0), await teach(ours.teacher, 1)];
  for (const index of [2, 3, 5]) await teach(ours.teacher, index);
  const damagedFile = String(await findFile(damaged));
  await storage.delete(damagedFile);
  await storage.write(damagedFile, Readable.from([Buffer.from('khong phai anh')]));
  await storage.delete(String(await findFile(missing)));
  await changeModel();
  const server = await startServer();
  expect((await analyze(server)).result?.taught).toBeUndefined();
  await expectCounts({ photo_count: 3, pending_count: 0, outdated_count: 2 });
  // A scan may be answered by the former head while the new one is trained.
  for (const each of [app, server]) {
    const readName = async () => (await analyze(each)).result?.name;
    await expect.poll(readName).toBe('Pin');
  }
});

test('a photo that waits keeps its file until the nets have seen it, whoever approves it before', async () => {
  const id = await teach(ours.student, 0);
  await changeModel();
  const params = { id };
  const { token } = ours.teacher;
  expect((await request(app, teaching.approvePhoto, { token, params })).status).toBe(200);
  expect(await findFile(id)).not.toBeNull();
  await analyze(await startServer());
  await expectCounts({ photo_count: 1, pending_count: 0, outdated_count: 0 });
  expect(await findFile(id)).toBeNull();
});

test('what failed is tried again later, although nothing else is taught', async () => {
  await keepPhotos();
  const id = await teach(ours.teacher, 0);
  await changeModel();
  const file = String(await findFile(id));
  const opened = await storage.open(file);
  const bytes = Buffer.concat(await (opened?.content.toArray() ?? []));
  await storage.delete(file);
  const server = await startServer();
  await analyze(server);
  await storage.write(file, Readable.from([bytes]));
  const realNow = Date.now;
  onTestFinished(() => void (Date.now = realNow));
  Date.now = () => realNow() + 11 * 60_000;
  await analyze(server);
  await expectCounts({ photo_count: 1, pending_count: 0, outdated_count: 0 });
});
