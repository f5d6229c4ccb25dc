import { consent } from '@lop-xanh/contract/consent';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { cleanUp } from '../../cleanup.ts';
import {
  addTwoSchools,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { fetchNotifications, watchNotifications } from '../../testing/notifications.ts';
import { makeTestApp, makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { collectNotifications } = watchNotifications(db);

let ours: TwoSchools['ours'];
beforeEach(async () => {
  ({ ours } = await addTwoSchools(database));
});

/** Lets the student turn seven that many days from now. */
async function setBirthday(days: number): Promise<void> {
  const day = new Date(`${getVietnamDate(new Date())}T00:00:00Z`);
  day.setUTCFullYear(day.getUTCFullYear() - 7);
  day.setUTCDate(day.getUTCDate() + days);
  const birth_date = day.toISOString().slice(0, 10);
  await updateRow(db, 'users', ours.student.id, { birth_date });
}
const agree = ({ token }: TestUser) =>
  request(app, consent.answer, {
    token,
    params: { id: ours.student.id },
    body: { decision: 'given' },
  });
const runCleanup = () =>
  collectNotifications(() =>
    cleanUp(database, makeTestStorage(onTestFinished), { retention: testConfig.retention }),
  );

test('a seventh birthday that ends a consent is told to parents and teacher once', async () => {
  await setBirthday(1);
  await agree(ours.parent);
  expect(await runCleanup()).toEqual({});
  await setBirthday(0);
  expect(await runCleanup()).toEqual({
    [ours.parent.username]: ['consent_withdrawn'],
    [ours.teacher.username]: ['consent_withdrawn'],
  });
  const [notification] = await fetchNotifications(app, ours.parent);
  expect(notification).toMatchObject({
    refId: ours.student.id,
    message: 'An đã đủ 7 tuổi: từ nay ảnh chỉ được đăng khi chính em cũng đồng ý',
  });
  expect(await runCleanup()).toEqual({});
});

test('nobody is told of a birthday that ends nothing', async () => {
  await setBirthday(0);
  expect(await runCleanup()).toEqual({});
  await agree(ours.parent);
  await agree(ours.student);
  expect(await runCleanup()).toEqual({});
});

test('a birthday of a week ago is no longer told', async () => {
  await agree(ours.parent);
  await setBirthday(-7);
  expect(await runCleanup()).toEqual({});
  await setBirthday(-6);
  expect(Object.keys(await runCleanup())).toHaveLength(2);
});
