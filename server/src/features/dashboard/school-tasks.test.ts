import { consent } from '@lop-xanh/contract/consent';
import { dashboard, type SchoolTasks } from '@lop-xanh/contract/dashboard';
import { moderation } from '@lop-xanh/contract/moderation';
import { getSchoolYear } from '@lop-xanh/contract/rules/dates';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { addClassWithStudents, today } from '../../testing/attendance.ts';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addCard,
  addComment,
  addPost,
  addTwoSchools,
  deleteUser,
  insertRow,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
let admin: TestUser;
let big: Awaited<ReturnType<typeof addClassWithStudents>>;
beforeEach(async () => {
  ({ ours, theirs, admin } = await addTwoSchools(database));
  big = await addClassWithStudents(database, { schoolId: ours.schoolId, count: 6 });
});

const read = async (user: TestUser = ours.mod, query = {}): Promise<SchoolTasks> =>
  (await request(app, dashboard.tasks, { token: user.token, query })).body;

const answer = (student: TestUser, side: 'guardian' | 'child', decision: 'given' | 'refused') =>
  insertRow(db, 'photo_consents', {
    school_id: ours.schoolId,
    student_id: student.id,
    side,
    decision,
    evidence: 'paper',
    decided_on: today,
    recorded_by: ours.mod.id,
  });

test('the queue is what the desk of the Mod shows', async () => {
  await addPost(db, { schoolId: ours.schoolId, author: ours.mod, status: 'pending' });
  const oldest = await addPost(db, {
    schoolId: ours.schoolId,
    author: ours.otherTeacher,
    status: 'pending',
  });
  await updateRow(db, 'posts', oldest, { submitted_at: '2026-11-01T00:00:00Z' });
  const author = ours.student;
  const held = await addComment(db, { postId: ours.post, author, status: 'held' });
  await updateRow(db, 'comments', held, { created_at: '2026-10-01T00:00:00Z' });
  const reported = await addComment(db, { postId: ours.post, author });
  await updateRow(db, 'comments', reported, { reported_at: '2026-11-02T00:00:00Z' });
  const { queue } = await read();
  const desk = (await request(app, moderation.queue, { token: ours.mod.token })).body;
  const { oldest: since, oldestPostId, ...counts } = queue;
  expect(counts).toEqual(desk.counts);
  expect(counts).toEqual({ post: 2, held: 1, reported: 1 });
  expect(Date.parse(since ?? '')).toBe(Date.parse(desk.items[0]?.since ?? ''));
  expect(oldestPostId).toBe(oldest);
});

test('consent is to do for every student of whom an answer is missing, by class', async () => {
  // The last one has no answer at all.
  const [refused, given, both, child, gone] = big.students as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ];
  await answer(refused, 'guardian', 'refused');
  await answer(given, 'guardian', 'given');
  await answer(both, 'guardian', 'given');
  await answer(both, 'child', 'refused');
  await answer(child, 'child', 'given');
  await updateRow(db, 'users', gone.id, { status: 'inactive' });
  const expected: SchoolTasks['consent'] = [];
  for (const [class_id, class_name] of [
    [ours.classId, '3A'],
    [ours.otherClassId, '4B'],
    [big.classId, '5C'],
  ] as const) {
    const { token } = ours.mod;
    const { body } = await request(app, consent.ofClass, { token, params: { id: class_id } });
    let count = 0;
    for (const { id, guardian, child: own, needsChild } of body.students) {
      if (id === gone.id || guardian === 'refused') continue;
      if (guardian === null || (needsChild && own === null)) count += 1;
    }
    if (count > 0) expected.push({ class_id, class_name, count });
  }
  const { consent: found } = await read();
  expect(found).toEqual(expected);
  // The guardian's answer alone is missing for one, the child's for another, and both for a third.
  expect(found.at(-1)).toMatchObject({ class_name: '5C', count: 3 });
});

test('a card is locked until it is unlocked or revoked', async () => {
  const [first, second, third] = big.students as TestUser[];
  for (const student of [first, second, third] as TestUser[]) {
    await addCard(db, { student, issuedBy: ours.mod });
  }
  await db.run(sql`
    update cards set locked_at = now() where student_id in (${first?.id}, ${second?.id})`);
  await db.run(sql`update cards set secret_hash = null where student_id = ${second?.id}`);
  expect((await read()).lockedCards).toEqual([
    { class_id: big.classId, class_name: '5C', count: 1 },
  ]);
});

test('data requests that are not done are counted with the next last day', async () => {
  const row = {
    school_id: ours.schoolId,
    subject_id: ours.student.id,
    kind: 'copy',
    requester_name: 'An',
    received_on: '2026-11-02',
    answer_due: '2026-11-04',
    result_due: '2026-11-17',
  };
  const now = new Date().toISOString();
  await insertRow(db, 'data_requests', row);
  await insertRow(db, 'data_requests', { ...row, status: 'accepted', answered_at: now });
  await insertRow(db, 'data_requests', {
    ...row,
    answer_due: '2026-11-01',
    status: 'done',
    answered_at: now,
    finished_at: now,
  });
  expect((await read()).requests).toEqual({ open: 2, due_on: '2026-11-04' });
  expect((await read(theirs.mod)).requests).toEqual({ open: 0, due_on: null });
});

test('the rollover is to do from the thirtieth week on', async () => {
  const year = getSchoolYear(today);
  const startWeek = (week: number) =>
    db.run(sql`
      update school_years set first_monday = date_trunc('week', ${today}::date)::date - ${(week - 1) * 7}::int
      where school_id = ${ours.schoolId}`);
  await startWeek(limits.rolloverWeek - 1);
  expect((await read()).rollover).toEqual({ year: year + 1, isDue: false, savedAt: null });
  await startWeek(limits.rolloverWeek);
  await db.run(sql`
    insert into school_year_drafts (school_id, year, plan)
    values (${ours.schoolId}, ${year + 1}, '{}'), (${theirs.schoolId}, ${year}, '{}')`);
  expect((await read()).rollover).toEqual({
    year: year + 1,
    isDue: true,
    savedAt: expect.any(String),
  });
  // The draft of a year that was started is none of the next one.
  expect((await read(theirs.mod)).rollover.savedAt).toBeNull();
});

test('the tasks are those of one school and the same for a Mod and an Admin', async () => {
  const own = await read();
  expect(own).toMatchObject({ school_id: ours.schoolId, school_name: 'TH Kim Đồng' });
  expect(await read(admin, { school_id: ours.schoolId })).toEqual(own);
  expect((await read(theirs.mod)).school_id).toBe(theirs.schoolId);
  const statusOf = async (user: TestUser, school_id?: number) =>
    (await request(app, dashboard.tasks, { token: user.token, query: { school_id } })).status;
  expect(await statusOf(theirs.mod, ours.schoolId)).toBe(403);
  expect(await statusOf(ours.teacher)).toBe(403);
  expect(await statusOf(admin)).toBe(400);
  expect(await statusOf(admin, 999_999)).toBe(404);
});

test('a school without anything has nothing to do', async () => {
  const schoolId = await insertRow(db, 'schools', { school_name: 'Trống' });
  expect(await read(admin, { school_id: schoolId })).toMatchObject({
    queue: { post: 0, held: 0, reported: 0, oldest: null, oldestPostId: null },
    consent: [],
    lockedCards: [],
    requests: { open: 0, due_on: null },
  });
});

test('the tasks are read with one statement', async () => {
  await deleteUser(db, ours.otherStudent.id);
  // The other one authenticates the request.
  expect(await countStatements(database, () => read())).toBe(2);
});
