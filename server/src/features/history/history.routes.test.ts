import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { history, type StudentTransfer } from '@lop-xanh/contract/history';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeSheetInput, thisSchoolYear } from '../../testing/attendance.ts';
import { addClass, addTwoSchools, addUser, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

const edit = (id: number, body: object, { token }: TestUser = admin) =>
  request(app, accounts.edit, { token, params: { id }, body: body as never });
const inSchool = { school_id: ours.schoolId };

test('a student’s history has each transfer once with the names of that time, even after deletion', async () => {
  const { id } = await addUser(database, { role: 'Student', ...inSchool, last_name: 'Lê' });
  await edit(id, { class_id: ours.classId }, ours.mod);
  await edit(id, { first_name: 'Bình' });
  await edit(id, { class_id: ours.classId });
  await edit(id, { class_id: ours.otherClassId });
  await db.run(sql`update classes set name = '4Z' where id = ${ours.otherClassId}`);
  await request(app, accounts.deleteStudent, { token: admin.token, params: { id } });
  for (const { token } of [ours.mod, admin]) {
    const { body } = await request(app, history.forStudent, { token, params: { id } });
    const transfers = body.history.map((transfer: StudentTransfer) => [
      transfer.full_name,
      transfer.from_class_name,
      transfer.to_class_name,
      transfer.changed_by,
    ]);
    expect(transfers).toEqual([
      ['Lê Bình', '4Z', null, admin.username],
      ['Lê Bình', '3A', '4B', admin.username],
      ['Lê An', null, '3A', ours.mod.username],
    ]);
  }
});

test('a teacher can read their own history', async () => {
  const teacher = await addUser(database, { role: 'Teacher', ...inSchool });
  const classId = await addClass(db, ours.schoolId, '1D', 1);
  await edit(teacher.id, { class_id: classId }, ours.mod);
  const { body } = await request(app, history.forTeacher, {
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

test('the transfers of all students are paged without duplicates, and a Mod sees only their school', async () => {
  for (const { student, classId, otherClassId } of [ours, theirs]) {
    for (const class_id of [otherClassId, classId, otherClassId, classId]) {
      await edit(student.id, { class_id });
    }
  }
  const readAllPages = async (token: string, query: object = {}) => {
    const transfers: StudentTransfer[] = [];
    let before: string | undefined;
    do {
      const page = { limit: 3, ...query, ...(before && { before }) };
      const { body } = await request(app, history.forAllStudents, { token, query: page as never });
      transfers.push(...body.history);
      before = body.next;
    } while (before);
    return transfers;
  };
  const forMod = await readAllPages(ours.mod.token);
  const forAdmin = await readAllPages(admin.token);
  const ids = forAdmin.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(ids).size).toBe(ids.length);
  const rows = await db.many(
    z.object({ id: z.number(), school_id: z.number() }),
    sql`select id, school_id from class_transfers`,
  );
  const ownRows = rows.filter(({ school_id }) => school_id === ours.schoolId);
  expect(forMod.every(({ id }) => ownRows.some((row) => row.id === id))).toBe(true);
  expect(await readAllPages(admin.token, inSchool)).toEqual(forMod);
  expect(await readAllPages(admin.token, { student_id: ours.student.id })).toHaveLength(5);
  const inClass = await readAllPages(admin.token, { class_id: theirs.classId });
  expect(inClass).toHaveLength(5);
  expect(await readAllPages(admin.token, { grade_id: 2 })).toEqual([]);
});

test('a report has the transfers, the weeks of a school year and the totals, also as a file', async () => {
  const classId = await addClass(db, ours.schoolId, '5D', 5);
  const teacher = await addUser(database, { role: 'Teacher', ...inSchool, class_id: classId });
  const student = await addUser(database, { role: 'Student', ...inSchool, first_name: '=Ân' });
  await edit(student.id, { class_id: classId });
  for (const week of [1, 2, 3, 4]) {
    const absent = week > 1 ? [student.id] : [];
    const body = makeSheetInput([student], { week, absent, note: 'ốm', isExcused: week === 3 });
    await request(app, attendance.save, { token: teacher.token, params: { id: classId }, body });
  }
  // As in a sheet of an earlier version.
  await db.run(sql`
    update attendance_records record set is_excused = null from attendance_sheets sheet
    where sheet.id = sheet_id and sheet.class_id = ${classId} and sheet.week = 4`);
  const input = { token: ours.mod.token, params: { id: student.id } };
  const { body } = await request(app, history.report, { ...input, query: {} });
  expect(body).toMatchObject({
    student: { full_name: '=Ân', class_name: '5D', teacher_full_name: 'An', status: 'active' },
    moves: [{ to_class_name: '5D' }],
    school_year: thisSchoolYear,
    school_years: [thisSchoolYear],
    weeks: [
      { week: 1, status: 'present' },
      { week: 2, status: 'absent', isExcused: false, note: 'ốm', class_name: '5D' },
      { week: 3, status: 'absent', isExcused: true },
      { week: 4, status: 'absent', isExcused: null },
    ],
    totals: { present: 1, absent: 3, excused: 1, total: 4 },
  });
  const emptyYear = await request(app, history.report, { ...input, query: { school_year: 2020 } });
  expect(emptyYear.body).toMatchObject({ weeks: [], totals: { total: 0 } });
  const file = await request(app, history.reportFile, { ...input, query: {} });
  expect(file.headers['content-type']).toBe(history.reportFile.file);
  const { readSheets } = await import('../../tables/read-table.ts');
  const [{ rows } = { rows: [] }] = await readSheets(file.body);
  expect(rows[0]?.[0]).toBe('Báo cáo học sinh =Ân');
  expect(rows).toContainEqual([{ number: '2' }, expect.any(String), '5D', 'Vắng không phép', 'ốm']);
  expect(rows).toContainEqual([{ number: '3' }, expect.any(String), '5D', 'Vắng có phép', 'ốm']);
  expect(rows).toContainEqual([{ number: '4' }, expect.any(String), '5D', 'Vắng', 'ốm']);
  for (const label of ['Vắng có phép', 'Vắng không phép', 'Vắng']) {
    expect(rows.map((row) => row.slice(0, 2))).toContainEqual([label, { number: '1' }]);
  }
});

test('a school still sees its own records of a student who moved, and the new school sees all', async () => {
  const classId = await addClass(db, ours.schoolId, '2F', 2);
  const teacher = await addUser(database, { role: 'Teacher', ...inSchool, class_id: classId });
  const student = await addUser(database, { role: 'Student', ...inSchool, first_name: 'Đi' });
  const { id } = student;
  await edit(id, { class_id: classId });
  const sheet = {
    params: { id: classId },
    body: makeSheetInput([student], { week: 1, absent: [id] }),
  };
  await request(app, attendance.save, { token: teacher.token, ...sheet });
  const newSchool = { school_id: theirs.schoolId, class_id: theirs.classId, first_name: 'Đến' };
  expect((await edit(id, newSchool)).status).toBe(200);

  const { token } = ours.mod;
  const page = await request(app, history.forAllStudents, { token, query: { student_id: id } });
  expect(page.body.history).toMatchObject([{ to_class_name: null }, { to_class_name: '2F' }]);
  const single = await request(app, history.forStudent, { token, params: { id } });
  expect(single.body.history).toEqual(page.body.history);
  const periods = await request(app, history.attendance, { token, params: { id } });
  expect(periods.body.attendance).toMatchObject([
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
  expect(body.totals).toEqual({ present: 0, absent: 1, excused: 0, total: 1 });
  const newReport = await request(app, history.report, {
    token: theirs.mod.token,
    params: { id },
    query: {},
  });
  expect(newReport.body).toMatchObject({
    student: { full_name: 'Đến', status: 'active' },
    moves: [{ to_class_id: theirs.classId }],
    weeks: [{ class_name: '2F', status: 'absent' }],
  });
});

test('a teacher’s history has their name, even without transfers and after a promotion', async () => {
  const teacher = await addUser(database, { role: 'Teacher', ...inSchool, first_name: 'Cúc' });
  const { id } = teacher;
  const readHistory = ({ token }: TestUser) =>
    request(app, history.forTeacher, { token, params: { id } });
  expect((await readHistory(ours.mod)).body).toEqual({ full_name: 'Cúc', history: [] });
  await edit(id, { class_id: await addClass(db, ours.schoolId, '1F', 1) });
  await edit(id, { role: 'Mod' });
  expect((await readHistory(ours.mod)).body).toMatchObject({
    full_name: 'Cúc',
    history: [{ to_class_name: null }, { to_class_name: '1F' }],
  });
  expect((await readHistory(theirs.mod)).status).toBe(404);
});
