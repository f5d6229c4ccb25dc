import { scan } from '@lop-xanh/contract/scan';
import { teaching } from '@lop-xanh/contract/teaching';
import pg from 'pg';
import sql from 'sql-template-tag';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { addTwoSchools, type TwoSchools } from '../../testing/fixtures.ts';
import { addTaughtKind, copyBareDeviceModel } from '../../testing/taught.ts';
import { photographAgain } from '../../testing/taught-images.ts';
import {
  makeFolder,
  makeTestApp,
  makeTestStorage,
  request,
  testConfig,
} from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { openClassifier } from '../scan/scan.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
beforeEach(async () => {
  ({ ours, theirs } = await addTwoSchools(database));
});

const analyze = async (server: typeof app, { token }: { token: string }) => {
  const body = { image: await photographAgain('31.jpeg', 4) };
  return request(server, scan.analyze, { token, body });
};
async function teachBattery() {
  const id = await addTaughtKind(db, ours.schoolId, { name: 'Pin' });
  const { token } = ours.teacher;
  for (let index = 0; index < 4; index++) {
    const image = await photographAgain('31.jpeg', index);
    await request(app, teaching.addPhoto, { token, params: { id }, body: { image } });
  }
  return id;
}

test('a scan is answered by the shipped net if what was taught cannot be used', async () => {
  await teachBattery();
  const deviceModelFile = copyBareDeviceModel(makeFolder(onTestFinished));
  const server = await buildApp({
    config: testConfig,
    database,
    storage: makeTestStorage(onTestFinished),
    classifier: openClassifier({ deviceModelFile }),
  });
  onTestFinished(() => server.close());
  for (const { student } of [ours, theirs]) {
    const { status, body } = await analyze(server, student);
    expect([status, body.guesses.length]).toEqual([200, 4]);
    expect(body.result?.taught).toBeUndefined();
  }
});

test('while a school teaches, its scans are answered by what it taught before', async () => {
  const id = await teachBattery();
  expect((await analyze(app, ours.student)).body.result).toMatchObject({ name: 'Pin' });
  await db.run(sql`update taught_kinds set name = 'Pin tiểu' where id = ${id}`);
  const blocker = new pg.Client(database.connection);
  await blocker.connect();
  await blocker.query('begin; lock table taught_photos in access exclusive mode');
  for (let i = 0; i < 2; i++) {
    expect((await analyze(app, ours.student)).body.result).toMatchObject({ name: 'Pin' });
  }
  await blocker.query('rollback');
  await blocker.end();
  const readName = async () => (await analyze(app, ours.student)).body.result?.name;
  await expect.poll(readName).toBe('Pin tiểu');
});
