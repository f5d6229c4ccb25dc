import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { history, type StudentTransfer } from '@lop-xanh/contract/history';
import { expect, test } from 'vitest';
import { addClass, addTwoSchools, addUser, type TestUser } from '../../testing/people.ts';
import { rollOf, thisSchoolYear } from '../../testing/roll-call.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

const edit = (id: number, body: object, { token }: TestUser = admin) =>
  request(app, accounts.edit, { token, params: { id }, body: body as never });
const inSchool = { school_id: ours.schoolId };

test('a student’s history tells each transfer once, with the names of then, also after deletion', async () => {
  const { id } = await addUser(database, { role: 'Student', ...inSchool, last_name: 'Lê' });
  await edit(id, { class_id: ours.classId }, ours.mod);
  await edit(id, { first_name: 'Bình' });
  await edit(id, { class_id: ours.classId });
  await edit(id, { class_id: ours.otherClassId });
  await db.updateTable('classes').set({ name: '4Z' }).where('id', '=', ours.otherClassId).execute();
  await request(app, accounts.removeStudent, { token: admin.token, params: { id } });
  for (const { token } of [ours.mod, admin]) {
    const { body } = await request(app, history.ofStudent, { token, params: { id } });
    const told = body.history.map((one: StudentTransfer) => [
      one.full_name,
      one.from_class_name,
      one.to_class_name,
      one.changed_by,
    ]);
    expect(told).toEqual([
      ['Lê Bình', '4Z', null, admin.username],
      ['Lê Bình', '3A', '4B', admin.username],
      ['Lê An', null, '3A', ours.mod.username],
    ]);
  }
});

test('a teacher reads the own history alone', async () => {
  const teacher = await addUser(database, { role: 'Teacher', ...inSchool });
  const classId = await addClass(db, ours.schoolId, '1D', 1);
  await edit(teacher.id, { class_id: classId }, ours.mod);
  const { body } = await request(app, history.ofTeacher, {
    token: teacher.token,
    params: { id: teacher.id },
  });
  expect(body.history).toMatchObject([
    {
      teacher_id: teacher.id,
      from_class_id: null,
      to_class_id: classId,
      to_class_name: '1D',
      changed_by_username: ours.mod.username,
    },
  ]);
});

test('the histories of all are read by pages, each record once, and a Mod’s are the school’s', async () => {
  for (const { student, classId, otherClassId } of [ours, theirs]) {
    for (const class_id of [otherClassId, classId, otherClassId, classId]) {
      await edit(student.id, { class_id });
    }
  }
  const all = async (token: string, query: object = {}) => {
    const seen: StudentTransfer[] = [];
    let before: string | undefined;
    do {
      const page = { limit: 3, ...query, ...(before && { before }) };
      const { body } = await request(app, history.ofStudents, { token, query: page as never });
      seen.push(...body.history);
      before = body.next;
    } while (before);
    return seen;
  };
  const ofOurs = await all(ours.mod.token);
  const ofAll = await all(admin.token);
  const ids = ofAll.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  expect(new Set(ids).size).toBe(ids.length);
  const schoolOf = await db.selectFrom('class_history').select(['id', 'school_id']).execute();
  const expected = schoolOf.filter(({ school_id }) => school_id === ours.schoolId);
  expect(ofOurs.every(({ id }) => expected.some((one) => one.id === id))).toBe(true);
  expect(await all(admin.token, inSchool)).toEqual(ofOurs);
  expect(await all(admin.token, { student_id: ours.student.id })).toHaveLength(4);
  const ofClass = await all(admin.token, { class_id: theirs.classId });
  expect(ofClass).toHaveLength(4);
  expect(await all(admin.token, { grade_id: 2 })).toEqual([]);
});

test('a report holds the classes, the year by week and the totals, also as a file', async () => {
  const classId = await addClass(db, ours.schoolId, '5D', 5);
  const teacher = await addUser(database, { role: 'Teacher', ...inSchool, class_id: classId });
  const student = await addUser(database, { role: 'Student', ...inSchool, first_name: '=Ân' });
  await edit(student.id, { class_id: classId });
  for (const week of [1, 2, 3]) {
    const absent = week === 2 ? [student.id] : [];
    const body = rollOf([student], { week, absent, note: 'ốm' });
    await request(app, attendance.save, { token: teacher.token, params: { id: classId }, body });
  }
  const input = { token: ours.mod.token, params: { id: student.id } };
  const { body } = await request(app, history.report, { ...input, query: {} });
  expect(body).toMatchObject({
    student: { full_name: '=Ân', class_name: '5D', teacher_full_name: 'An', status: 'active' },
    moves: [{ to_class_name: '5D' }],
    school_year: thisSchoolYear,
    school_years: [thisSchoolYear],
    weeks: [
      { week: 1, status: 'present' },
      { week: 2, status: 'absent', note: 'ốm', class_name: '5D' },
      { week: 3, status: 'present' },
    ],
    totals: { present: 2, absent: 1, total: 3 },
  });
  const other = await request(app, history.report, { ...input, query: { school_year: 2020 } });
  expect(other.body).toMatchObject({ weeks: [], totals: { total: 0 } });
  const file = await request(app, history.reportFile, { ...input, query: {} });
  expect(file.headers['content-type']).toBe(history.reportFile.file);
  const { readTable } = await import('../../tables/read-table.ts');
  const rows = await readTable(file.body);
  expect(rows[0]?.[0]).toBe('Báo cáo học sinh =Ân');
  expect(rows).toContainEqual([{ number: '2' }, expect.any(String), '5D', 'Vắng', 'ốm']);
});

test('the school that a student left keeps what it recorded, and learns nothing of the new one', async () => {
  const classId = await addClass(db, ours.schoolId, '2F', 2);
  const teacher = await addUser(database, { role: 'Teacher', ...inSchool, class_id: classId });
  const student = await addUser(database, { role: 'Student', ...inSchool, first_name: 'Đi' });
  const { id } = student;
  await edit(id, { class_id: classId });
  const roll = { params: { id: classId }, body: rollOf([student], { week: 1, absent: [id] }) };
  await request(app, attendance.save, { token: teacher.token, ...roll });
  const moved = { school_id: theirs.schoolId, class_id: theirs.classId, first_name: 'Đến' };
  expect((await edit(id, moved)).status).toBe(200);

  const { token } = ours.mod;
  const listed = await request(app, history.ofStudents, { token, query: { student_id: id } });
  expect(listed.body.history).toMatchObject([{ to_class_name: null }, { to_class_name: '2F' }]);
  const own = await request(app, history.ofStudent, { token, params: { id } });
  expect(own.body.history).toEqual(listed.body.history);
  const stays = await request(app, history.attendance, { token, params: { id } });
  expect(stays.body.attendance).toMatchObject([
    { to_class_name: '2F', attendance_history: [{ week: 1, status: 'absent' }] },
  ]);
  const { body } = await request(app, history.report, { token, params: { id }, query: {} });
  expect(body.student).toEqual({
    id,
    full_name: 'Đi',
    identifier_code: null,
    username: null,
    avt: '/uploads/avt/avt-def.jpg',
    parent_name: null,
    school_name: 'TH Kim Đồng',
    class_name: null,
    grade_name: null,
    teacher_full_name: null,
    status: 'left',
  });
  expect(body.totals).toEqual({ present: 0, absent: 1, total: 1 });
  const there = await request(app, history.report, {
    token: theirs.mod.token,
    params: { id },
    query: {},
  });
  expect(there.body).toMatchObject({
    student: { full_name: 'Đến', status: 'active' },
    totals: { total: 0 },
  });
});

test('a teacher’s history tells their name, also without a record, and also after a promotion', async () => {
  const teacher = await addUser(database, { role: 'Teacher', ...inSchool, first_name: 'Cúc' });
  const { id } = teacher;
  const read = ({ token }: TestUser) => request(app, history.ofTeacher, { token, params: { id } });
  expect((await read(ours.mod)).body).toEqual({ full_name: 'Cúc', history: [] });
  await edit(id, { class_id: await addClass(db, ours.schoolId, '1F', 1) });
  await edit(id, { role: 'Mod' });
  expect((await read(ours.mod)).body).toMatchObject({
    full_name: 'Cúc',
    history: [{ to_class_name: null }, { to_class_name: '1F' }],
  });
  expect((await read(theirs.mod)).status).toBe(404);
});
