import { attendance } from '@lop-xanh/contract/attendance';
import { auth } from '@lop-xanh/contract/auth';
import { comments } from '@lop-xanh/contract/comments';
import { leave } from '@lop-xanh/contract/leave';
import { posts } from '@lop-xanh/contract/posts';
import { privacy } from '@lop-xanh/contract/privacy';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeSheetInput, today } from '../../testing/attendance.ts';
import { createErasureClient } from '../../testing/erasure-client.ts';
import { dumpTables } from '../../testing/find-words.ts';
import {
  addChild,
  addComment,
  addTwoSchools,
  addUser,
  password,
  type TestUser,
  type TwoSchools,
} from '../../testing/fixtures.ts';
import { jpeg, makePostForm } from '../../testing/post-sites.ts';
import { sendForm } from '../../testing/send-form.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { lockSubject } from './erasure.queries.ts';
import { recordErasure } from './erasure.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let schools = 0;
/** Of each test another, because one of them erases somebody else. */
let canary: string;
let ours: TwoSchools['ours'];
let student: TestUser;
let parent: TestUser;
beforeEach(async () => {
  ({ ours } = await addTwoSchools(database));
  canary = `Canary${schools++}x`;
  const { schoolId: school_id, classId: class_id } = ours;
  const name = { last_name: 'Nguyễn', first_name: canary };
  student = await addUser(database, { role: 'Student', school_id, class_id, ...name });
  parent = await addUser(database, { role: 'Parent', school_id, first_name: 'Mẹ' });
  await addChild(db, { parent, child: student });
});

const countWaiting = () =>
  db.value(
    z.number(),
    sql`
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
const waitForLock = async () => {
  await expect.poll(countWaiting).toBeGreaterThan(0);
};

/** Sends a request that arrives while the user is being erased, and returns its status. */
async function sendDuringErasure(
  user: TestUser,
  send: () => Promise<{ status: number }>,
): Promise<number> {
  let sent: Promise<{ status: number }> | undefined;
  await db.transaction(async (transaction) => {
    const subject = await lockSubject(transaction, user.id);
    if (!subject) throw new Error('The user does not exist.');
    await recordErasure(transaction, null, { subject, choices: { mentions: [], files: [] } });
    sent = send();
    await waitForLock();
  });
  return (await sent)?.status ?? 0;
}

async function expectNoCanary(): Promise<void> {
  const tables = JSON.stringify(await dumpTables(database));
  expect(tables.match(new RegExp(`.{0,120}${canary}.{0,40}`, 'i'))?.[0]).toBeUndefined();
}

describe('what a user sends while they are erased is refused', () => {
  const withKey = { 'idempotency-key': 'trong-luc-xoa' };
  test.each([{}, withKey])('a comment (%o)', async (headers) => {
    const { token } = student;
    const body = { text: `Em là ${canary}` };
    const status = await sendDuringErasure(student, () =>
      request(app, posts.comment, { token, params: { id: ours.post }, body, headers }),
    );
    expect(status).toBeGreaterThanOrEqual(400);
    await expectNoCanary();
  });

  test.each([{}, withKey])('a like (%o)', async (headers) => {
    const count = sql`select count(*) from likes where user_id = ${student.id}`;
    const { token } = student;
    const status = await sendDuringErasure(student, () =>
      request(app, posts.like, { token, params: { id: ours.post }, headers }),
    );
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await db.value(z.number(), count)).toBe(0);
  });

  test('a report', async () => {
    const id = await addComment(db, { postId: ours.post, author: ours.teacher });
    const body = { reason: `Từ ${canary}` };
    const status = await sendDuringErasure(student, () =>
      request(app, comments.report, { token: student.token, params: { id }, body }),
    );
    expect(status).toBe(401);
    await expectNoCanary();
  });

  test('a post with a photo', async () => {
    const { schoolId: school_id } = ours;
    const name = { last_name: 'Nguyễn', first_name: canary };
    const teacher = await addUser(database, { role: 'Teacher', school_id, ...name });
    const form = makePostForm([{ name: `${canary}.jpg`, content: jpeg }]);
    const status = await sendDuringErasure(teacher, () =>
      sendForm(app, posts.create.path, form, { token: teacher.token }),
    );
    expect(status).toBe(401);
    const count = sql`select count(*) from posts where author_id = ${teacher.id}`;
    expect(await db.value(z.number(), count)).toBe(0);
  });

  test('a login', async () => {
    const { username } = student;
    const status = await sendDuringErasure(student, () =>
      request(app, auth.login, { body: { username, password } }),
    );
    expect(status).toBe(401);
    const count = sql`select count(*) from sessions where user_id = ${student.id}`;
    expect(await db.value(z.number(), count)).toBe(0);
  });
});

describe('what others write about a student who is erased is refused', () => {
  test('an attendance sheet with a note', async () => {
    const students = await db.many(
      z.object({ id: z.number() }),
      sql`
        select user_id as id from current_members
        where class_id = ${ours.classId} and kind = 'student' order by user_id`,
    );
    const sheet = makeSheetInput(students);
    const marks = sheet.students.map((mark) => ({ ...mark, note: `Bạn ${canary}` }));
    const status = await sendDuringErasure(student, () =>
      request(app, attendance.save, {
        token: ours.teacher.token,
        params: { id: ours.classId },
        body: { ...sheet, students: marks } as never,
      }),
    );
    expect(status).toBe(503);
    await expectNoCanary();
  });

  test('a leave note', async () => {
    const body = { first_day: today, last_day: today, reason: `${canary} bị ốm` };
    const { token } = parent;
    const status = await sendDuringErasure(student, () =>
      request(app, leave.send, { token, params: { id: student.id }, body }),
    );
    expect(status).toBe(404);
    await expectNoCanary();
  });

  test('a copy of their data', async () => {
    const filed = await request(app, privacy.file, {
      token: ours.mod.token,
      body: { kind: 'copy', subject_id: student.id },
    });
    const { id, version } = filed.body;
    await request(app, privacy.answer, {
      token: ours.mod.token,
      params: { id },
      body: { version, accepted: true, answer: 'Được' },
    });
    const download = () => request(app, privacy.copy, { token: ours.mod.token, params: { id } });
    expect(await sendDuringErasure(student, download)).toBe(503);
    expect((await download()).status).toBe(403);
    await expectNoCanary();
  });
});

test('an erasure waits for what is being written, and takes it along', async () => {
  const { accept, erase } = createErasureClient(app, ours.mod);
  const accepted = await accept(student);
  const erasing = await db.transaction(async (transaction) => {
    await transaction.run(sql`
      insert into comments (school_id, post_id, user_id, text)
      values (${ours.schoolId}, ${ours.post}, ${student.id}, ${`Em là ${canary}`})`);
    const sent = erase(accepted);
    await waitForLock();
    return { sent };
  });
  expect((await erasing.sent).status).toBe(200);
  await expectNoCanary();
});

test('two requests about one person, carried out at once, erase once', async () => {
  const { accept, erase } = createErasureClient(app, ours.mod);
  const both = [await accept(student), await accept(student)];
  const responses = await Promise.all(both.map((accepted) => erase(accepted)));
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.every((status) => status < 500)).toBe(true);
  const count = sql`select count(*) from erasures where user_id = ${student.id}`;
  expect(await db.value(z.number(), count)).toBe(1);
});
