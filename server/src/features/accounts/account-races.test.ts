import { accounts } from '@lop-xanh/contract/accounts';
import { classes } from '@lop-xanh/contract/classes';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import {
  addClass,
  addTwoSchools,
  addUser,
  readClassId,
  type TestUser,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { lockCodeNumbering } from './identifier-codes.queries.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

const createStudent = (username: string, school_id: number) =>
  request(app, accounts.createStudent, {
    token: admin.token,
    body: { username, password: 'muaxuan27', email: 'a@b.vn', first_name: 'An', school_id },
  });
const sortStatuses = (responses: { status: number }[]) =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b);

test('twenty students created at once get consecutive codes', async () => {
  const created = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      createStudent(`luc.${index}`, index % 2 ? ours.schoolId : theirs.schoolId),
    ),
  );
  expect(new Set(sortStatuses(created))).toEqual(new Set([201]));
  const codes = created.map(({ body }) => Number(body.identifier_code)).toSorted((a, b) => a - b);
  const first = codes[0] as number;
  expect(codes).toEqual(Array.from({ length: 20 }, (_, index) => first + index));
});

test('only one of two concurrent accounts with the same username is created', async () => {
  const responses = await Promise.all([
    createStudent('hai.lan', ours.schoolId),
    createStudent('HAI.LAN', theirs.schoolId),
  ]);
  expect(sortStatuses(responses)).toEqual([201, 409]);
});

test('only one of two teachers assigned to a class at once gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const classId = await addClass(db, ours.schoolId, `5${round}`, 5);
    const [first, second] = (await Promise.all([
      addUser(database, { role: 'Teacher', school_id: ours.schoolId }),
      addUser(database, { role: 'Teacher', school_id: ours.schoolId }),
    ])) as [TestUser, TestUser];
    const responses = await Promise.all([
      request(app, accounts.edit, {
        token: ours.mod.token,
        params: { id: first.id },
        body: { class_id: classId },
      }),
      request(app, classes.edit, {
        token: admin.token,
        params: { id: classId },
        body: { teacher_id: second.id },
      }),
    ]);
    expect(sortStatuses(responses)).toEqual([200, 409]);
    const teachers = await db.values(
      z.number(),
      sql`select user_id from current_members where class_id = ${classId}`,
    );
    expect(teachers).toHaveLength(1);
    const transferred = await db.values(
      z.number(),
      sql`select user_id from class_transfers where to_class_id = ${classId}`,
    );
    expect(transferred).toEqual(teachers);
  }
});

test('a class deleted while a student is assigned to it is left empty', async () => {
  for (let round = 0; round < 5; round++) {
    const classId = await addClass(db, ours.schoolId, `1${round}`, 1);
    const { id } = await addUser(database, { role: 'Student', school_id: ours.schoolId });
    await Promise.all([
      request(app, accounts.edit, {
        token: ours.mod.token,
        params: { id },
        body: { class_id: classId },
      }),
      request(app, classes.delete, { token: admin.token, params: { id: classId } }),
    ]);
    expect(await readClassId(db, id)).toBeNull();
  }
});

test('when two Admins deactivate or delete each other at once, one of them stays active', async () => {
  // A separate database, in which they are the only Admins.
  const ownDatabase = await makeTestDatabase(onTestFinished);
  const ownApp = await makeTestApp(ownDatabase, {}, onTestFinished);
  for (const action of ['deactivate', 'delete'] as const) {
    await ownDatabase.db.run(sql`update users set status = 'inactive'`);
    const pair = (await Promise.all([
      addUser(ownDatabase, { role: 'Admin' }),
      addUser(ownDatabase, { role: 'Admin' }),
    ])) as [TestUser, TestUser];
    const responses = await Promise.all(
      [pair, pair.toReversed()].map(([actor, target]) => {
        const input = { token: (actor as TestUser).token, params: { id: (target as TestUser).id } };
        return action === 'delete'
          ? request(ownApp, accounts.delete, input)
          : request(ownApp, accounts.edit, { ...input, body: { status: 'inactive' } });
      }),
    );
    const activeAdmins = await ownDatabase.db.value(
      z.number(),
      sql`
        select count(*) from users
        where role = 'Admin' and status = 'active' and deleted_at is null`,
    );
    expect(activeAdmins).toBe(1);
    // The second request is a conflict, or its session has already ended.
    expect([409, 401]).toContain(sortStatuses(responses)[1]);
  }
});

test('a write that changes no code does not wait for the code numbering', async () => {
  const { token } = admin;
  const teacher = await addUser(database, { role: 'Teacher', school_id: ours.schoolId });
  const { body } = await createStudent('khong.doi', ours.schoolId);
  const responses = await db.transaction(async (transaction) => {
    await lockCodeNumbering(transaction, 2026);
    return Promise.all([
      request(app, accounts.editStudent, {
        token,
        params: { id: body.id },
        body: { phone: '0912' },
      }),
      request(app, accounts.edit, { token, params: { id: teacher.id }, body: { phone: '0912' } }),
      request(app, accounts.create, {
        token,
        body: { role: 'Admin', username: 'ma.khong', password: 'muaxuan27', email: 'a@b.vn' },
      }),
    ]);
  });
  expect(sortStatuses(responses)).toEqual([200, 200, 201]);
});
