import { accounts } from '@lop-xanh/contract/accounts';
import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { classes } from '@lop-xanh/contract/classes';
import { history } from '@lop-xanh/contract/history';
import { notifications } from '@lop-xanh/contract/notifications';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { graduates, leaves } from '@lop-xanh/contract/rules/rollover';
import type { RolloverDraft } from '@lop-xanh/contract/years';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { thisSchoolYear } from '../../testing/attendance.ts';
import { addUser, readClassId, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { addSmallSchool, createYearClient, findKey, makeReady } from '../../testing/year-client.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const admin = await addUser(database, { role: 'Admin' });

/** Of the school's current year, by name. */
async function listClassIds({ token }: TestUser): Promise<Record<string, number>> {
  const { body } = await request(app, classes.list, { token, query: {} });
  return Object.fromEntries(
    body.classes.map(({ id, name }: { id: number; name: string }) => [name, id]),
  );
}

test('everybody is in the class that the plan says, all from the same moment', async () => {
  const school = await addSmallSchool(database);
  const { mod, first, second, third, fourth, fifth, newcomer } = school;
  const [promoted, retained] = first.students;
  const [leaver, early] = second.students;
  const started = await createYearClient(app, mod).saveAndStart((draft) => {
    const { plan } = draft;
    const changed = plan.classes.map((newClass) => {
      if (newClass.name === '1A') return { ...newClass, teacher_id: second.teacher.id };
      if (newClass.name === '2A') return { ...newClass, teacher_id: null, isWithoutTeacher: true };
      return newClass;
    });
    return {
      ...plan,
      classes: changed,
      students: [
        { student_id: retained.id, to: findKey(plan, '1A') },
        { student_id: leaver.id, to: leaves },
        { student_id: early.id, to: graduates },
        { student_id: newcomer.id, to: findKey(plan, '1A') },
      ],
    };
  });
  expect(started).toMatchObject({
    status: 201,
    body: {
      year: thisSchoolYear + 1,
      isCurrent: true,
      version: 1,
      can: { setFirstMonday: true, undo: true },
    },
  });
  const ids = await listClassIds(mod);
  expect(Object.keys(ids)).toEqual(['1A', '2A', '3A', '4A', '5A']);
  expect(Object.values(ids)).not.toContain(first.id);
  const expected: [TestUser, string | null][] = [
    [promoted, '2A'],
    [retained, '1A'],
    [newcomer, '1A'],
    [leaver, null],
    [early, null],
    [third.students[0], '4A'],
    [fourth.students[1], '5A'],
    [fifth.students[0], null],
    [first.teacher, null],
    [second.teacher, '1A'],
    [third.teacher, '3A'],
  ];
  for (const [user, name] of expected) {
    expect(await readClassId(db, user.id)).toBe(name === null ? null : ids[name]);
  }
  const moments = await db.values(
    z.string(),
    sql`
      select distinct coalesce(ended_at, started_at)::text from memberships
      where school_id = ${school.schoolId}`,
  );
  const startedAt = await db.value(
    z.string(),
    sql`
      select started_at::text from school_years
      where school_id = ${school.schoolId} and started_at is not null`,
  );
  expect(moments).toEqual([startedAt]);
});

test('whoever graduates or leaves has a departure of today and can no longer log in', async () => {
  const { mod, second, fifth } = await addSmallSchool(database);
  const [leaver] = second.students;
  const [graduate] = fifth.students;
  const session = { token: graduate.token };
  expect((await request(app, auth.me, session)).status).toBe(200);
  await createYearClient(app, mod).saveAndStart((draft) => {
    const plan = makeReady(draft);
    return { ...plan, students: [...plan.students, { student_id: leaver.id, to: leaves }] };
  });
  expect((await request(app, auth.me, session)).status).toBe(401);
  const { body } = await request(app, accounts.students, { token: mod.token, query: {} });
  const find = ({ id }: TestUser) => body.students.find((student: TestUser) => student.id === id);
  const left_on = getVietnamDate(new Date());
  expect(find(graduate)).toMatchObject({
    status: 'inactive',
    class_id: null,
    departure: { left_on, reason: 'graduated' },
  });
  expect(find(leaver)).toMatchObject({
    status: 'inactive',
    departure: { left_on, reason: 'other' },
  });
});

test('each move is in the histories and notified to whoever moved', async () => {
  const { mod, first, fifth } = await addSmallSchool(database);
  const [student] = first.students;
  const readVersion = () =>
    db.value(z.number(), sql`select version from users where id = ${student.id}`);
  const version = await readVersion();
  await createYearClient(app, mod).saveAndStart((draft) => ({
    ...makeReady(draft),
    classes: draft.plan.classes.map((newClass) =>
      newClass.name === '1A' ? { ...newClass, teacher_id: null, isWithoutTeacher: true } : newClass,
    ),
  }));
  expect(await readVersion()).toBe(version + 1);
  const moves = await request(app, history.forStudent, {
    token: mod.token,
    params: { id: student.id },
  });
  expect(moves.body.history[0]).toMatchObject({
    from_class_name: '1A',
    to_class_name: '2A',
    school_year: thisSchoolYear + 1,
    changed_by: mod.username,
  });
  const readMessages = async ({ token }: TestUser) => {
    const { body } = await request(app, notifications.list, { token, query: {} });
    return body.notifications.map(({ message }: { message: string }) => message);
  };
  expect(await readMessages(student)).toEqual(['Bạn được xếp vào lớp 2A']);
  expect(await readMessages(first.teacher)).toEqual(['Bạn không còn ở lớp 1A']);
  const toGraduate = await db.run(
    sql`select from notifications where user_id = ${fifth.students[0].id}`,
  );
  expect(toGraduate).toBe(0);
});

test('substitutions of the old year end with it', async () => {
  const { mod, schoolId, first, second, third } = await addSmallSchool(database);
  await db.run(sql`
    insert into memberships (school_id, class_id, user_id, kind, started_at, ended_at)
    values (${schoolId}, ${first.id}, ${third.teacher.id}, 'substitute', now() - interval '1 day',
            now() + interval '5 days'),
           (${schoolId}, ${second.id}, ${third.teacher.id}, 'substitute', now() + interval '9 days',
            now() + interval '12 days')`);
  const readSubstitutions = async () => {
    const { body } = await request(app, auth.me, { token: third.teacher.token });
    return body.substitutions.map(({ class_id }: { class_id: number }) => class_id);
  };
  expect(await readSubstitutions()).toEqual([first.id]);
  await createYearClient(app, mod).saveAndStart();
  expect(await readSubstitutions()).toEqual([]);
});

test('a start is audited once, with its counts', async () => {
  const { schoolId, mod } = await addSmallSchool(database);
  await createYearClient(app, mod).saveAndStart();
  const { body } = await request(app, audit.list, {
    token: admin.token,
    query: { school_id: schoolId, action: 'started' },
  });
  expect(body.audit).toMatchObject([
    {
      actor: mod.username,
      subject: 'school_year',
      subject_name: `${thisSchoolYear + 1}–${thisSchoolYear + 2}`,
      details: {
        version: 1,
        promoted: 8,
        retained: 0,
        admitted: 1,
        graduating: 2,
        leaving: 0,
        size: 9,
        classes: 5,
      },
    },
  ]);
});

test('a plan with open questions does not start, and each is named', async () => {
  const { schoolId, mod, first, second, fourth } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  const breakPlan = ({ plan }: RolloverDraft) => ({
    ...plan,
    first_monday: `${thisSchoolYear}-09-01`,
    classes: plan.classes.map((newClass) => {
      if (newClass.name === '3A') return { ...newClass, name: '2a', grade_id: 2 };
      if (newClass.name === '4A') return { ...newClass, teacher_id: null };
      if (newClass.name === '5A') return { ...newClass, teacher_id: first.teacher.id };
      return newClass;
    }),
    successors: plan.successors.map(({ class_id, to }) => {
      if (class_id === fourth.id) return { class_id, to: graduates };
      return { class_id, to: class_id === second.id ? 'n99' : to };
    }),
  });
  const refused = await client.saveAndStart(breakPlan);
  expect(refused).toMatchObject({ status: 400, body: { reason: 'draft_has_problems' } });
  expect(
    refused.body.issues.map(({ path, reason, values }: Record<string, unknown>) => [
      path,
      reason,
      values,
    ]),
  ).toEqual([
    ['plan.students', 'students_unplaced', { count: 3 }],
    ['plan.classes', 'classes_without_teacher', { count: 1 }],
    ['plan.classes', 'teachers_of_two_classes', { count: 1 }],
    ['plan.classes', 'classes_with_same_name', { count: 2 }],
    ['plan.successors', 'classes_graduating_early', { count: 1 }],
    ['plan.first_monday', 'invalid_first_monday', undefined],
    ['plan.successors', 'outdated_plan', undefined],
  ]);
  expect(await client.listYears()).toHaveLength(1);
  expect(await readClassId(db, first.teacher.id)).toBe(first.id);
  expect(
    (await request(app, classes.list, { token: admin.token, query: { school_id: schoolId } })).body
      .classes,
  ).toHaveLength(5);
});

test('a proposal that nobody has saved, and an older version, do not start', async () => {
  const { mod } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  const draft = await client.readDraft();
  expect(await client.start(0)).toMatchObject({ status: 409, body: { reason: 'draft_not_saved' } });
  await client.save(0, makeReady(draft));
  await client.save(1, makeReady(draft));
  expect(await client.start(1)).toMatchObject({ status: 409, body: { reason: 'draft_changed' } });
  expect((await client.start(2)).status).toBe(201);
});

test('of two Mods who start at once exactly one starts, and a year starts once', async () => {
  const { schoolId, mod } = await addSmallSchool(database);
  const colleague = await addUser(database, { role: 'Mod', school_id: schoolId });
  const client = createYearClient(app, mod);
  const { body } = await client.save(0, makeReady(await client.readDraft()));
  const responses = await Promise.all([
    client.start(body.version),
    client.start(body.version, colleague.token),
  ]);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect((await client.start(body.version)).status).toBe(409);
  expect(await client.listYears()).toHaveLength(2);

  // The next year's draft begins with a proposal, and its versions go on counting.
  const next = await client.readDraft();
  expect(next).toMatchObject({ version: 0, school: { year: thisSchoolYear + 2 } });
  expect((await client.save(0, next.plan)).body.version).toBe(body.version + 1);
});

test('a start and account edits at the same time leave everybody in one class of one year', async () => {
  const { schoolId, mod, first, newcomer } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  const { body } = await client.save(0, makeReady(await client.readDraft()));
  const edits = [newcomer, ...first.students].map(({ id }) =>
    request(app, accounts.edit, { token: mod.token, params: { id }, body: { class_id: first.id } }),
  );
  const [started, ...edited] = await Promise.all([client.start(body.version), ...edits]);
  expect(started.status).toBe(201);
  for (const { status } of edited) expect([200, 400]).toContain(status);
  const currentIds = Object.values(await listClassIds(mod));
  const memberClassIds = await db.values(
    z.number(),
    sql`
      select class_id from current_members join users on users.id = user_id
      where school_id = ${schoolId}`,
  );
  expect(memberClassIds.filter((id) => !currentIds.includes(id))).toEqual([]);
});

test('classes of the old year can no longer be edited or joined', async () => {
  const { mod, first, newcomer } = await addSmallSchool(database);
  await createYearClient(app, mod).saveAndStart();
  const { status } = await request(app, classes.edit, {
    token: admin.token,
    params: { id: first.id },
    body: { name: '1B' },
  });
  expect(status).toBe(404);
  const joined = await request(app, accounts.edit, {
    token: mod.token,
    params: { id: newcomer.id },
    body: { class_id: first.id },
  });
  expect(joined.status).toBe(400);
});
