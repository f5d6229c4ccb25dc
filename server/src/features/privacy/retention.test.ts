import { privacy } from '@lop-xanh/contract/privacy';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { cleanUp } from '../../cleanup.ts';
import { readConfig } from '../../config.ts';
import { insertRows } from '../../database/insert-rows.ts';
import { adoptStorage } from '../../storage/pairing.ts';
import { dumpSettledTables } from '../../testing/find-words.ts';
import {
  addChild,
  addComment,
  addTwoSchools,
  addUser,
  insertRow,
  type TestUser,
} from '../../testing/fixtures.ts';
import { makeTestApp, makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { describeExpired } from './retention.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const storage = makeTestStorage();
await adoptStorage(db, storage);
const { ours } = await addTwoSchools(database);
const { retention } = testConfig;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const dayAgo = (days: number) => getVietnamDate(new Date(daysAgo(days)));

async function addDeparted(days: number, returned = false): Promise<TestUser> {
  const student = await addUser(database, {
    role: 'Student',
    school_id: ours.schoolId,
    class_id: ours.classId,
    last_name: 'Trần Thị Kim',
    first_name: 'Ngân',
  });
  await insertRow(db, 'departures', {
    school_id: ours.schoolId,
    student_id: student.id,
    left_on: dayAgo(days),
    reason: 'graduated',
    was_active: true,
    ...(returned && { returned_at: daysAgo(1) }),
  });
  return student;
}

const addParent = async (...children: TestUser[]) => {
  const parent = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
  for (const child of children) await addChild(db, { parent, child });
  return parent;
};

const listErased = () => db.values(z.number(), sql`select user_id from erasures order by user_id`);

test('the dry run tells what the cleanup then erases and deletes, and changes nothing', async () => {
  const due = await addDeparted(366);
  const sibling = await addDeparted(365);
  const returned = await addDeparted(700, true);
  const onlyParent = await addParent(due);
  await addParent(due, sibling);
  const { id: userId } = await addUser(database, { role: 'Admin' });
  const entry = { actor: '', action: 'created', subject: 'class', subject_name: '3A' };
  await db.run(
    insertRows('audit_log', [
      { ...entry, at: daysAgo(1_827) },
      { ...entry, at: daysAgo(1_825) },
    ]),
  );
  const notification = { user_id: userId, sender_id: userId, ref_id: userId };
  await db.run(
    insertRows('notifications', [
      { ...notification, type: 'password_reset', created_at: daysAgo(181) },
      { ...notification, type: 'password_reset', created_at: daysAgo(179) },
    ]),
  );
  const author = ours.teacher;
  const likely = await addComment(db, { postId: ours.post, author, text: 'Kim Ngân ơi' });
  const unlikely = await addComment(db, { postId: ours.otherPost, author, text: 'Kim Ngân ơi' });

  const before = await dumpSettledTables(database);
  const description = await describeExpired(db, retention);
  expect(description.split('\n')).toEqual([
    '1 students who left more than 365 days ago would be erased:',
    `  TH Kim Đồng: account ${due.id}, left on ${dayAgo(366)}`,
    '1 parents without another child would be erased.',
    '1 notifications older than 180 days would be deleted.',
    '1 audit entries older than 1826 days would be deleted.',
    'Nothing was changed.',
  ]);
  expect(await dumpSettledTables(database)).toEqual(before);

  await cleanUp(database, storage, { retention });
  expect(await listErased()).toEqual([due.id, onlyParent.id]);
  const texts = await db.values(
    z.string(),
    sql`select text from comments where id in (${likely}, ${unlikely}) order by id`,
  );
  expect(texts).toEqual(['… ơi', 'Kim Ngân ơi']);
  const left = await describeExpired(db, retention);
  expect(left.match(/^\d+/gm)).toEqual(['0', '0', '0', '0']);
  const old = sql`select count(*) from audit_log where subject = 'class'`;
  expect(await db.value(z.number(), old)).toBe(1);
  expect(await listErased()).not.toContain(returned.id);
});

test('the terms are settings, and the office reads them', async () => {
  const settings = {
    RETENTION_DEPARTED_DAYS: '30',
    RETENTION_NOTIFICATION_DAYS: '31',
    RETENTION_AUDIT_DAYS: '32',
  };
  const { retention: terms } = readConfig(settings);
  expect(terms).toEqual({ departedStudents: 30, notifications: 31, audit: 32 });
  expect(readConfig({}).retention).toEqual(retention);
  expect(() => readConfig({ RETENTION_AUDIT_DAYS: '0' })).toThrow(/RETENTION_AUDIT_DAYS/);
  const app = await makeTestApp(database, { retention: terms }, onTestFinished);
  const { body } = await request(app, privacy.retention, { token: ours.mod.token });
  expect(body).toEqual(terms);
});
