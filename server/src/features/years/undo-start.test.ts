import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { classes } from '@lop-xanh/contract/classes';
import { posts } from '@lop-xanh/contract/posts';
import { leaves } from '@lop-xanh/contract/rules/rollover';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listTables, readRows } from '../../backup/table-rows.ts';
import { makeSheetInput, thisSchoolYear, today } from '../../testing/attendance.ts';
import {
  addChild,
  addPost,
  addUser,
  insertRow,
  loadActor,
  readClassId,
  type TestUser,
} from '../../testing/fixtures.ts';
import { addTaughtKind, addTaughtPhoto } from '../../testing/taught.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { addSmallSchool, createYearClient, makeReady } from '../../testing/year-client.ts';
import { undoStart } from './undo-start.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const admin = await addUser(database, { role: 'Admin' });

/** Every row of every table, but for versions, the audit log, and the sessions of these users. */
const dumpDatabase = (withoutSessionsOf: number[]) =>
  db.transaction(async (transaction) => {
    const dump: Record<string, unknown[]> = {};
    for (const table of await listTables(transaction)) {
      if (table.name === 'audit_log') continue;
      const columns = table.columns.filter((column) => column !== 'version');
      dump[table.name] = [];
      for await (const lines of readRows(transaction, { ...table, columns })) {
        dump[table.name]?.push(...lines.map((line) => JSON.parse(line) as unknown));
      }
    }
    dump.sessions = dump.sessions?.filter(
      (session) => !withoutSessionsOf.includes((session as { user_id: number }).user_id),
    ) as unknown[];
    return dump;
  });

const moveStart = (schoolId: number, days: number) =>
  db.run(sql`
    update school_years set started_at = started_at - make_interval(days => ${days})
    where school_id = ${schoolId} and started_at is not null`);

/** The id of the class in the current year. */
async function findClassId({ token }: TestUser, name: string): Promise<number> {
  const { body } = await request(app, classes.list, { token, query: {} });
  return body.classes.find((schoolClass: { name: string }) => schoolClass.name === name).id;
}

test('a start that is undone leaves every table as it was', async () => {
  const school = await addSmallSchool(database);
  const { schoolId, mod, first, second, third, fifth, newcomer } = school;
  await createYearClient(app, (await addSmallSchool(database)).mod).saveAndStart();
  const parent = await addUser(database, { role: 'Parent', school_id: schoolId });
  await addChild(db, { parent, child: first.students[0] });
  // A student who could not log in before, substitutions of today and of next week, an old notification,
  // a former name, an attendance sheet and a post of the old year.
  const [inactive, leaver] = second.students;
  await db.run(sql`update users set status = 'inactive' where id = ${inactive.id}`);
  await db.run(sql`
    insert into memberships (school_id, class_id, user_id, kind, started_at, ended_at, started_by)
    values (${schoolId}, ${first.id}, ${third.teacher.id}, 'substitute', now() - interval '1 day',
            now() + interval '5 days', ${mod.id}),
           (${schoolId}, ${second.id}, ${third.teacher.id}, 'substitute', now() + interval '9 days',
            now() + interval '12 days', ${mod.id})`);
  await insertRow(db, 'notifications', {
    user_id: first.teacher.id,
    type: 'class_changed',
    ref_id: first.id,
    sender_id: mod.id,
    about: '1A',
  });
  await request(app, classes.edit, {
    token: admin.token,
    params: { id: third.id },
    body: { name: '3 Sao' },
  });
  await request(app, attendance.save, {
    token: first.teacher.token,
    params: { id: first.id },
    body: makeSheetInput(first.students),
  });
  await request(app, posts.create, {
    token: first.teacher.token,
    body: { title: 'Tin', content: 'Nội dung' },
  });
  const editNewcomer = (class_id: number | null) =>
    request(app, accounts.edit, {
      token: mod.token,
      params: { id: newcomer.id },
      body: { class_id },
    });
  // The first edit of a student also gives them a code.
  await editNewcomer(null);
  const client = createYearClient(app, mod);
  const plan = makeReady(await client.readDraft());
  plan.classes = plan.classes.map((newClass) =>
    newClass.name === '1A' ? { ...newClass, teacher_id: null, isWithoutTeacher: true } : newClass,
  );
  for (const { id } of [inactive, leaver]) plan.students.push({ student_id: id, to: leaves });
  const { body: saved } = await client.save(0, plan);

  const leaverIds = [leaver, inactive, ...fifth.students].map(({ id }) => id);
  const before = await dumpDatabase(leaverIds);
  expect((await client.start(saved.version)).status).toBe(201);
  expect(await dumpDatabase(leaverIds)).not.toEqual(before);
  // What happens in the new year goes with it.
  await request(app, classes.edit, {
    token: admin.token,
    params: { id: await findClassId(mod, '2A') },
    body: { name: '2 Sao' },
  });
  await editNewcomer(null);
  await editNewcomer(await findClassId(mod, '5A'));
  expect(await client.undo()).toMatchObject({ status: 200 });
  expect(await dumpDatabase(leaverIds)).toEqual(before);
  expect((await client.readDraft()).version).toBe(saved.version);

  // The same draft can be started again.
  expect((await client.start(saved.version)).status).toBe(201);
});

test('an undone start is audited, and the graduates can log in again, with a new session', async () => {
  const { schoolId, mod, fifth } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  await client.saveAndStart();
  expect(await client.undo()).toMatchObject({ status: 200 });
  const { body } = await request(app, audit.list, {
    token: admin.token,
    query: { school_id: schoolId, action: 'undone' },
  });
  expect(body.audit).toMatchObject([
    {
      actor: mod.username,
      subject: 'school_year',
      subject_name: `${thisSchoolYear + 1}–${thisSchoolYear + 2}`,
      details: { classes: 5, members: 15 },
    },
  ]);
  const { username, token } = fifth.students[0];
  expect((await request(app, auth.me, { token })).status).toBe(401);
  const login = await request(app, auth.login, { body: { username, password: 'matkhau123' } });
  expect(login.status).toBe(200);
});

test('a start can be undone for seven days', async () => {
  const { schoolId, mod } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  await client.saveAndStart();
  await moveStart(schoolId, 7);
  const [year] = await client.listYears();
  expect(year.can.undo).toBe(false);
  expect(await client.undo()).toMatchObject({
    status: 409,
    body: { reason: 'start_not_undoable' },
  });
});

test('the first year of a school, and a start that was undone, cannot be undone', async () => {
  const { mod } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  expect((await client.undo()).status).toBe(409);
  await client.saveAndStart();
  const responses = await Promise.all([client.undo(), client.undo()]);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('a start cannot be undone once the year has an attendance sheet', async () => {
  const { mod, first, newcomer } = await addSmallSchool(database, { yearsAgo: 1 });
  const client = createYearClient(app, mod);
  await client.saveAndStart();
  const saved = await request(app, attendance.save, {
    token: first.teacher.token,
    params: { id: await findClassId(mod, '1A') },
    body: makeSheetInput([newcomer]),
  });
  expect(saved.status).toBe(201);
  const [year] = await client.listYears();
  expect(year.can).toEqual({ setFirstMonday: false, undo: false });
  expect((await client.undo()).status).toBe(409);
});

test('what a student of the new year taught the scanner stays, without the class', async () => {
  const { schoolId, mod } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  await client.saveAndStart();
  const photoId = await addTaughtPhoto(db, {
    school_id: schoolId,
    kind_id: await addTaughtKind(db, schoolId),
    class_id: await findClassId(mod, '1A'),
  });
  expect(await client.undo()).toMatchObject({ status: 200 });
  const classIds = await db.values(
    z.null(),
    sql`select class_id from taught_photos where id = ${photoId}`,
  );
  expect(classIds).toEqual([null]);
});

test('a start cannot be undone while the year has a post', async () => {
  const { mod, first } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  await client.saveAndStart();
  const { token } = first.teacher;
  const created = await request(app, posts.create, { token, body: { title: 'a', content: 'b' } });
  expect(created.status).toBe(201);
  expect((await client.listYears())[0].can.undo).toBe(false);
  expect((await client.undo()).status).toBe(409);
  await request(app, posts.delete, { token, params: { id: created.body.id } });
  expect((await client.undo()).status).toBe(200);
});

const countWaiting = () =>
  db.run(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

test('an undo waits for a post that is being written, which then prevents it', async () => {
  const { schoolId, mod, first } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  await client.saveAndStart();
  const undone = await db.transaction(async (transaction) => {
    await addPost(transaction, { schoolId, author: first.teacher, status: 'pending' });
    const response = client.undo();
    await expect.poll(countWaiting).toBe(1);
    return { response };
  });
  expect((await undone.response).status).toBe(409);
});

test('a post and a sheet of a class whose year is being undone are rejected', async () => {
  const { mod, first, newcomer } = await addSmallSchool(database, { yearsAgo: 1 });
  await createYearClient(app, mod).saveAndStart();
  const actor = await loadActor(database, mod);
  const { token } = first.teacher;
  const params = { id: await findClassId(mod, '1A') };
  const write = {
    post: () => request(app, posts.create, { token, body: { title: 'a', content: 'b' } }),
    sheet: () => request(app, attendance.save, { token, params, body: makeSheetInput([newcomer]) }),
  };
  const responses = await db.transaction(async (transaction) => {
    await undoStart(transaction, actor, undefined);
    const waiting = [write.post(), write.sheet()];
    await expect.poll(countWaiting).toBe(2);
    return { waiting };
  });
  const [post, sheet] = await Promise.all(responses.waiting);
  expect(post).toMatchObject({ status: 400, body: { reason: 'unknown_class' } });
  expect(sheet?.status).toBe(404);
});

test('whoever has since been deleted, left, or got another role or school does not come back', async () => {
  const school = await addSmallSchool(database);
  const { schoolId, mod, first, second, third, fourth } = school;
  const elsewhere = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  await client.saveAndStart();
  const asAdmin = { token: admin.token };
  const [deleted, left] = first.students;
  const [moved, back] = second.students;
  await request(app, accounts.delete, { ...asAdmin, params: { id: deleted.id } });
  const departure = { left_on: today, reason: 'moved' } as const;
  for (const { id } of [left, back]) {
    await request(app, accounts.leave, { ...asAdmin, params: { id }, body: departure });
  }
  await request(app, accounts.return, { ...asAdmin, params: { id: back.id }, body: {} });
  const edit = (id: number, body: object) =>
    request(app, accounts.edit, { ...asAdmin, params: { id }, body: body as never });
  const toSchool = { school_id: elsewhere.schoolId, class_id: elsewhere.first.id };
  expect((await edit(moved.id, toSchool)).status).toBe(200);
  const [movedWithoutClass] = third.students;
  const { schoolId: school_id } = elsewhere;
  expect((await edit(movedWithoutClass.id, { school_id })).status).toBe(200);
  expect((await edit(third.teacher.id, { role: 'Mod' })).status).toBe(200);

  expect((await client.undo()).status).toBe(200);
  const read = ({ id }: TestUser) => readClassId(db, id);
  expect(await read(deleted)).toBeNull();
  expect(await read(left)).toBeNull();
  expect(await read(moved)).toBe(elsewhere.first.id);
  expect(await read(movedWithoutClass)).toBeNull();
  expect(await read(third.teacher)).toBeNull();
  expect(await read(back)).toBe(second.id);
  expect(await read(fourth.teacher)).toBe(fourth.id);
  const departures = await db.values(
    z.number(),
    sql`
      select student_id from departures
      where school_id = ${schoolId} and returned_at is null order by student_id`,
  );
  expect(departures).toEqual([left.id]);
  const notifiedClasses = await db.values(
    z.number(),
    sql`select ref_id from notifications where user_id = ${moved.id} and type = 'class_changed'`,
  );
  expect(notifiedClasses).toEqual([elsewhere.first.id]);
});

test('a teacher who lost their class and went to another school is no longer told so', async () => {
  const { mod, first } = await addSmallSchool(database);
  const elsewhere = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  await client.saveAndStart((draft) => ({
    ...makeReady(draft),
    classes: draft.plan.classes.map((newClass) =>
      newClass.name === '1A' ? { ...newClass, teacher_id: null, isWithoutTeacher: true } : newClass,
    ),
  }));
  const { id } = first.teacher;
  const listClasses = () =>
    db.values(
      z.number(),
      sql`select ref_id from notifications where user_id = ${id} and type = 'class_changed'`,
    );
  expect(await listClasses()).toEqual([first.id]);
  const moved = await request(app, accounts.edit, {
    token: admin.token,
    params: { id },
    body: { school_id: elsewhere.schoolId } as never,
  });
  expect(moved.status).toBe(200);
  expect((await client.undo()).status).toBe(200);
  expect(await listClasses()).toEqual([]);
});

test('a graduate who came back is in the old class after an undo', async () => {
  const { mod, fifth } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  await client.saveAndStart();
  const [{ id }] = fifth.students;
  const returned = await request(app, accounts.return, {
    token: mod.token,
    params: { id },
    body: { class_id: await findClassId(mod, '5A') },
  });
  expect(returned.status).toBe(200);
  expect((await client.undo()).status).toBe(200);
  expect(await readClassId(db, id)).toBe(fifth.id);
});
