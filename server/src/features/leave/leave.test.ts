import { audit } from '@lop-xanh/contract/audit';
import { type LeaveNote, leave } from '@lop-xanh/contract/leave';
import { beforeEach, describe, expect, test } from 'vitest';
import { today } from '../../testing/attendance.ts';
import {
  addChild,
  addSubstitution,
  addTwoSchools,
  addUser,
  loadActor,
  moveUser,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { fetchNotifications, watchNotifications } from '../../testing/notifications.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { addSmallSchool, createYearClient } from '../../testing/year-client.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { collectNotifications } = watchNotifications(db);

let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
let admin: TestUser;
beforeEach(async () => {
  ({ ours, theirs, admin } = await addTwoSchools(database));
  await updateRow(db, 'users', ours.student.id, { last_name: 'Lê', first_name: 'Minh' });
});

const inDays = (days: number) =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

const send = (
  user: TestUser,
  { id = ours.student.id, key, ...changes }: Record<string, unknown> = {},
) =>
  request(app, leave.send, {
    token: user.token,
    params: { id: id as number },
    body: { first_day: today, last_day: today, reason: ' Sốt ', ...changes },
    ...(key !== undefined && { headers: { 'idempotency-key': String(key) } }),
  });
const ofStudent = (user: TestUser, { id } = ours.student) =>
  request(app, leave.ofStudent, { token: user.token, params: { id } });
const ofClass = (
  user: TestUser,
  { id = ours.classId, date }: { id?: number; date?: string } = {},
) =>
  request(app, leave.ofClass, {
    token: user.token,
    params: { id },
    query: { ...(date && { date }) },
  });
const decide = (user: TestUser, id: number, status: 'accepted' | 'refused' = 'accepted') =>
  request(app, leave.decide, { token: user.token, params: { id }, body: { status } });
const withdraw = (user: TestUser, id: number) =>
  request(app, leave.withdraw, { token: user.token, params: { id } });
const listIds = async (response: ReturnType<typeof ofClass>) =>
  (await response).body.notes.map(({ id }: LeaveNote) => id);

describe('a leave note', () => {
  test('is shown to the teacher and tells them, the substitute too', async () => {
    const substitute = await addUser(database, { role: 'Teacher', school_id: ours.schoolId });
    await addSubstitution(db, {
      userId: substitute.id,
      classId: ours.classId,
      from: new Date(Date.now() - 1000),
      until: new Date(Date.now() + 3_600_000),
    });
    const told = await collectNotifications(() => send(ours.parent));
    expect(told).toEqual({
      [ours.teacher.username]: ['leave_note'],
      [substitute.username]: ['leave_note'],
    });
    const [notification] = await fetchNotifications(app, ours.teacher);
    expect(notification).toMatchObject({
      message: 'Đơn xin nghỉ của Lê Minh',
      refType: 'user',
      refId: ours.student.id,
      class_names: ['3A'],
    });
    for (const user of [ours.teacher, substitute, ours.mod]) {
      const { body } = await ofClass(user, { date: today });
      expect(body.notes).toEqual([
        {
          id: expect.any(Number),
          student_id: ours.student.id,
          full_name: 'Lê Minh',
          sent_by: 'An',
          first_day: today,
          last_day: today,
          reason: 'Sốt',
          status: 'sent',
          decided_by: null,
          createdAt: expect.any(String),
          can: { decide: true, withdraw: false },
        },
      ]);
      expect((await ofStudent(user)).body).toEqual(body);
    }
    expect((await ofClass(admin)).body.notes).toMatchObject([{ can: { decide: false } }]);
    expect((await ofStudent(ours.parent)).body.notes).toMatchObject([
      { can: { decide: false, withdraw: true } },
    ]);
  });

  test('is about today or later, at most 31 days, and has a reason', async () => {
    for (const [changes, reason, path] of [
      [{ first_day: inDays(-1) }, 'first_day_past', 'first_day'],
      [{ first_day: inDays(1) }, 'last_day_before_first', 'last_day'],
      [{ last_day: inDays(31) }, 'leave_too_long', 'last_day'],
      [{ first_day: '2026-02-30' }, 'invalid_date', 'first_day'],
      [{ reason: '  ' }, expect.any(String), 'reason'],
      [{ reason: 'x'.repeat(301) }, expect.any(String), 'reason'],
    ] as const) {
      const { status, body } = await send(ours.parent, changes);
      expect({ status, ...body.issues[0] }).toMatchObject({ status: 400, reason, path });
    }
    expect((await send(ours.parent, { last_day: inDays(30) })).status).toBe(201);
  });

  test('does not overlap another one, unless that was refused or withdrawn', async () => {
    const { body: first } = await send(ours.parent, { last_day: inDays(3) });
    const other = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
    await addChild(db, { parent: other, child: ours.student });
    const later = { first_day: inDays(3), last_day: inDays(5) };
    expect((await send(other, later)).body.reason).toBe('leave_overlaps');
    await decide(ours.teacher, first.id);
    expect((await send(other, later)).status).toBe(409);
    await withdraw(ours.parent, first.id);
    const { status, body: second } = await send(other, later);
    expect(status).toBe(201);
    await decide(ours.teacher, second.id, 'refused');
    expect((await send(ours.parent, later)).status).toBe(201);
  });

  test('is saved once if it is sent twice, or by both parents at the same moment', async () => {
    const other = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
    await addChild(db, { parent: other, child: ours.student });
    const results = await Promise.all([
      send(ours.parent, { key: `leave-note-of-${ours.student.id}` }),
      send(ours.parent, { key: `leave-note-of-${ours.student.id}` }),
      send(other),
    ]);
    expect(results.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(await listIds(ofClass(ours.teacher))).toHaveLength(1);
  });

  test('needs a child who is in a class', async () => {
    await moveUser(db, { userId: ours.student.id, classId: null });
    expect((await send(ours.parent)).status).toBe(403);
    await moveUser(db, { userId: ours.student.id, classId: ours.classId });
    await updateRow(db, 'users', ours.student.id, { status: 'inactive' });
    expect((await send(ours.parent)).status).toBe(403);
  });

  test('follows the student to another class or school', async () => {
    const { body: note } = await send(ours.parent);
    await moveUser(db, { userId: ours.student.id, classId: null });
    await updateRow(db, 'users', ours.student.id, { school_id: theirs.schoolId });
    await moveUser(db, { userId: ours.student.id, classId: theirs.classId });
    expect(await listIds(ofClass(ours.teacher))).toEqual([]);
    expect((await ofStudent(ours.mod)).status).toBe(404);
    expect((await decide(ours.teacher, note.id)).status).toBe(404);
    expect(await listIds(ofClass(theirs.teacher, { id: theirs.classId }))).toEqual([note.id]);
    expect((await decide(theirs.teacher, note.id)).status).toBe(200);
  });
});

test('a note follows the student into the next school year, and back if its start is undone', async () => {
  const school = await addSmallSchool(database);
  const { schoolId, mod, first, second } = school;
  const [child] = first.students;
  const parent = await addUser(database, { role: 'Parent', school_id: schoolId });
  await addChild(db, { parent, child });
  const { body: early } = await send(parent, { id: child.id });
  const client = createYearClient(app, mod);
  await client.saveAndStart();
  const [newClassId] = (await loadActor(database, child)).class_ids as [number];
  expect(newClassId).not.toBe(first.id);
  const later = { id: child.id, first_day: inDays(2), last_day: inDays(2) };
  const { status, body: late } = await send(parent, later);
  expect(status).toBe(201);
  expect(await listIds(ofClass(mod, { id: newClassId }))).toEqual([early.id, late.id]);
  expect(await listIds(ofClass(mod, { id: first.id }))).toEqual([]);

  expect((await client.undo()).status).toBe(200);
  expect(await listIds(ofClass(first.teacher, { id: first.id }))).toEqual([early.id, late.id]);
  expect(await listIds(ofClass(second.teacher, { id: second.id }))).toEqual([]);
  expect((await decide(first.teacher, late.id)).status).toBe(200);
});

describe('a decision', () => {
  test('is made once, by the class’s teacher or a Mod, tells the parent and is in the audit log', async () => {
    const { body: note } = await send(ours.parent, { last_day: inDays(1) });
    for (const user of [theirs.teacher, theirs.mod]) {
      expect((await decide(user, note.id)).status).toBe(404);
    }
    const colleague = await addUser(database, { role: 'Teacher', school_id: ours.schoolId });
    expect((await decide(colleague, note.id)).status).toBe(403);

    const told = await collectNotifications(() => decide(ours.teacher, note.id, 'refused'));
    expect(told).toEqual({ [ours.parent.username]: ['leave_decided'] });
    const [notification] = await fetchNotifications(app, ours.parent);
    expect(notification?.message).toBe('Đơn xin nghỉ của Lê Minh không được chấp nhận');
    expect((await decide(ours.mod, note.id)).body.reason).toBe('leave_note_changed');
    expect((await withdraw(ours.parent, note.id)).body.reason).toBe('leave_note_changed');
    expect(await listIds(ofClass(ours.teacher))).toEqual([]);
    expect((await ofStudent(ours.parent)).body.notes).toMatchObject([
      { status: 'refused', decided_by: 'An', can: { decide: false, withdraw: false } },
    ]);

    const { body } = await request(app, audit.list, { token: ours.mod.token, query: {} });
    expect(body.audit).toMatchObject([
      { action: 'rejected', subject: 'leave_note', subject_name: 'Lê Minh' },
      { action: 'created', subject: 'leave_note', details: { last_day: inDays(1) } },
    ]);
    expect(JSON.stringify(body)).not.toContain('Sốt');
  });

  test('and a withdrawal at the same moment exclude each other', async () => {
    const { body: note } = await send(ours.parent);
    const results = await Promise.all([
      decide(ours.teacher, note.id, 'refused'),
      withdraw(ours.parent, note.id),
      decide(ours.mod, note.id, 'refused'),
    ]);
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});

describe('a withdrawal', () => {
  test('is the sender’s alone, also of an accepted note, until its last day has passed', async () => {
    const other = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
    await addChild(db, { parent: other, child: ours.student });
    const { body: note } = await send(ours.parent);
    expect((await withdraw(other, note.id)).status).toBe(403);
    expect((await withdraw(theirs.parent, note.id)).status).toBe(404);
    expect((await ofStudent(other)).body.notes).toMatchObject([{ can: { withdraw: false } }]);
    await decide(ours.teacher, note.id);
    const past = { first_day: inDays(-2), last_day: inDays(-1) };
    await updateRow(db, 'leave_notes', note.id, past);
    expect((await withdraw(ours.parent, note.id)).status).toBe(409);
    await updateRow(db, 'leave_notes', note.id, { last_day: today });
    expect((await withdraw(ours.parent, note.id)).status).toBe(200);
    expect((await withdraw(ours.parent, note.id)).status).toBe(409);
    expect((await ofStudent(ours.parent)).body.notes).toMatchObject([
      { status: 'withdrawn', decided_by: null },
    ]);
  });
});

describe('the notes of a class', () => {
  test('are those of the day, or of today and later', async () => {
    const { body: short } = await send(ours.parent);
    const { body: long } = await send(ours.parent, { first_day: inDays(2), last_day: inDays(4) });
    expect(await listIds(ofClass(ours.teacher))).toEqual([short.id, long.id]);
    for (const [days, ids] of [
      [-1, []],
      [0, [short.id]],
      [1, []],
      [2, [long.id]],
      [4, [long.id]],
      [5, []],
    ] as const) {
      expect(await listIds(ofClass(ours.teacher, { date: inDays(days) }))).toEqual(ids);
    }
    expect(await listIds(ofStudent(ours.parent))).toEqual([long.id, short.id]);
    await updateRow(db, 'leave_notes', short.id, {
      first_day: inDays(-400),
      last_day: inDays(-400),
    });
    expect(await listIds(ofClass(ours.teacher))).toEqual([long.id]);
    expect(await listIds(ofStudent(ours.parent))).toEqual([long.id]);
  });

  test('list exactly the notes that the rule lets each user read', async () => {
    const { body: ourNote } = await send(ours.parent);
    const { body: theirNote } = await send(theirs.parent, { id: theirs.student.id });
    const users = [ours, theirs].flatMap(({ teacher, mod, parent, student }) => [
      teacher,
      mod,
      parent,
      student,
    ]);
    for (const user of [...users, admin]) {
      const readable: number[] = [];
      const listed: number[] = [];
      for (const [school, note] of [
        [ours, ourNote],
        [theirs, theirNote],
      ] as const) {
        const single = await ofStudent(user, school.student);
        if (single.status === 200) readable.push(note.id);
        const list = await ofClass(user, { id: school.classId });
        if (list.status === 200) listed.push(...list.body.notes.map(({ id }: LeaveNote) => id));
      }
      const isParent = user === ours.parent || user === theirs.parent;
      expect(isParent ? readable.length : listed).toEqual(isParent ? 1 : readable);
    }
  });
});
