import { accounts } from '@lop-xanh/contract/accounts';
import { classes } from '@lop-xanh/contract/classes';
import { expect, onTestFinished, test } from 'vitest';
import { addClass, addTwoSchools, addUser, type TestUser } from '../../testing/people.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { holdNumbering } from './codes.queries.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

const student = (username: string, school_id: number) =>
  request(app, accounts.createStudent, {
    token: admin.token,
    body: { username, password: 'matkhau123', email: 'a@b.vn', first_name: 'An', school_id },
  });
const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

test('twenty students created at once get twenty codes, without a gap', async () => {
  const created = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      student(`luc.${at}`, at % 2 ? ours.schoolId : theirs.schoolId),
    ),
  );
  expect(new Set(statuses(created))).toEqual(new Set([201]));
  const codes = created.map(({ body }) => Number(body.identifier_code)).toSorted((a, b) => a - b);
  const first = codes[0] as number;
  expect(codes).toEqual(Array.from({ length: 20 }, (_, at) => first + at));
});

test('two creations of one username make one account', async () => {
  const answers = await Promise.all([
    student('hai.lan', ours.schoolId),
    student('HAI.LAN', theirs.schoolId),
  ]);
  expect(statuses(answers)).toEqual([201, 409]);
});

test('of two teachers put into one class at once one is there, whichever form is used', async () => {
  for (let round = 0; round < 5; round++) {
    const classId = await addClass(db, ours.schoolId, `5${round}`, 5);
    const [one, other] = (await Promise.all([
      addUser(database, { role: 'Teacher', school_id: ours.schoolId }),
      addUser(database, { role: 'Teacher', school_id: ours.schoolId }),
    ])) as [TestUser, TestUser];
    const answers = await Promise.all([
      request(app, accounts.edit, {
        token: ours.mod.token,
        params: { id: one.id },
        body: { class_id: classId },
      }),
      request(app, classes.edit, {
        token: admin.token,
        params: { id: classId },
        body: { teacher_id: other.id },
      }),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    const teachers = await db
      .selectFrom('users')
      .select('id')
      .where('class_id', '=', classId)
      .execute();
    expect(teachers).toHaveLength(1);
    const moves = await db
      .selectFrom('class_history')
      .select('user_id')
      .where('to_class_id', '=', classId)
      .execute();
    expect(moves).toEqual([{ user_id: teachers[0]?.id }]);
  }
});

test('a class deleted while somebody is put into it holds nobody afterwards', async () => {
  for (let round = 0; round < 5; round++) {
    const classId = await addClass(db, ours.schoolId, `1${round}`, 1);
    const { id } = await addUser(database, { role: 'Student', school_id: ours.schoolId });
    await Promise.all([
      request(app, accounts.edit, {
        token: ours.mod.token,
        params: { id },
        body: { class_id: classId },
      }),
      request(app, classes.remove, { token: admin.token, params: { id: classId } }),
    ]);
    const found = await db.selectFrom('users').select('class_id').where('id', '=', id).execute();
    expect(found).toEqual([{ class_id: null }]);
  }
});

test('two Admins who deactivate each other at once: one stays', async () => {
  // In a database of their own: here only they are Admins.
  const small = await makeTestDatabase(onTestFinished);
  const smallApp = await makeTestApp(small, {}, onTestFinished);
  for (const act of ['deactivate', 'delete'] as const) {
    await small.db.updateTable('users').set({ status: 'inactive' }).execute();
    const pair = (await Promise.all([
      addUser(small, { role: 'Admin' }),
      addUser(small, { role: 'Admin' }),
    ])) as [TestUser, TestUser];
    const answers = await Promise.all(
      [pair, pair.toReversed()].map(([actor, target]) => {
        const input = { token: (actor as TestUser).token, params: { id: (target as TestUser).id } };
        return act === 'delete'
          ? request(smallApp, accounts.remove, input)
          : request(smallApp, accounts.edit, { ...input, body: { status: 'inactive' } });
      }),
    );
    const left = await small.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'Admin')
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .execute();
    expect(left).toHaveLength(1);
    // The second is told so, or was already nobody when asked.
    expect([409, 401]).toContain(statuses(answers)[1]);
  }
});

test('whoever changes no code waits for nobody who gives one out', async () => {
  const { token } = admin;
  const teacher = await addUser(database, { role: 'Teacher', school_id: ours.schoolId });
  const { body } = await student('khong.doi', ours.schoolId);
  const answers = await db.transaction().execute(async (transaction) => {
    await holdNumbering(transaction, 2026);
    return Promise.all([
      request(app, accounts.editStudent, {
        token,
        params: { id: body.id },
        body: { phone: '0912' },
      }),
      request(app, accounts.edit, { token, params: { id: teacher.id }, body: { phone: '0912' } }),
      request(app, accounts.create, {
        token,
        body: { role: 'Admin', username: 'ma.khong', password: 'matkhau123', email: 'a@b.vn' },
      }),
    ]);
  });
  expect(statuses(answers)).toEqual([200, 200, 201]);
});
