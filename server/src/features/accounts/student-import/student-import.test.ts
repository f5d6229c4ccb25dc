import { accounts } from '@lop-xanh/contract/accounts';
import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import {
  type ImportCheck,
  type ImportJob,
  type ImportOptions,
  studentImport,
} from '@lop-xanh/contract/student-import';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { addClass, addSchool, addUser, type TestUser } from '../../../testing/fixtures.ts';
import { makeMessyWorkbook } from '../../../testing/messy-workbook.ts';
import { sendForm } from '../../../testing/send-form.ts';
import { sendStudentList } from '../../../testing/send-student-list.ts';
import { makeTestApp, request } from '../../../testing/test-app.ts';
import { makeTestDatabase } from '../../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let schoolId: number;
let mod: TestUser;
beforeEach(async () => {
  schoolId = await addSchool(db);
  mod = await addUser(database, { role: 'Mod', school_id: schoolId });
});

const sendList = (
  path: string,
  content: string | Buffer,
  answers: { options?: ImportOptions; key?: string } = {},
) => sendStudentList(app, path, content, { token: mod.token, ...answers });
const check = async (
  content: string | Buffer,
  options: ImportOptions = {},
): Promise<ImportCheck> => {
  const { status, body } = await sendList(studentImport.check.path, content, { options });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
let keys = 0;
const start = (content: string | Buffer, options: ImportOptions = {}, key = `nhap-${++keys}`) =>
  sendList(studentImport.start.path, content, { options, key });
const readJob = async (id: number): Promise<ImportJob> =>
  (await request(app, studentImport.job, { token: mod.token, params: { id } })).body;
const finish = async (
  content: string | Buffer,
  options: ImportOptions = {},
): Promise<ImportJob> => {
  const { status, body } = await start(content, options);
  expect({ status, body }).toMatchObject({ status: 201 });
  return vi.waitFor(
    async () => {
      const job = await readJob(body.id);
      expect(job.state).not.toBe('running');
      return job;
    },
    { timeout: 30_000, interval: 50 },
  );
};
const listStudents = () =>
  db.many(
    z.object({
      full_name: z.string(),
      class_name: z.string().nullable(),
      birth_date: z.string().nullable(),
      sex: z.string().nullable(),
      phone: z.string().nullable(),
    }),
    sql`
      select student.full_name, class.name as class_name, student.birth_date, student.sex, student.phone
      from users student
      left join current_members member on member.user_id = student.id
      left join classes class on class.id = member.class_id
      where student.school_id = ${schoolId} and student.role = 'Student' order by student.id`,
  );
const handledCounts = ({ handled }: ImportCheck) =>
  Object.fromEntries(handled.map(({ kind, count }) => [kind, count]));

describe('a messy workbook', () => {
  const workbook = makeMessyWorkbook({ sheets: 6, studentsPerSheet: 8 });

  test('every kind of mess is understood, handled or asked about', async () => {
    const found = await check(workbook.bytes);
    expect(found.sheets.map(({ name, isList }) => isList || name)).toEqual([
      'Bìa',
      ...workbook.classes.map(() => true),
    ]);
    expect(found.sheets.slice(1).map(({ rows, class_name }) => ({ rows, class_name }))).toEqual(
      workbook.classes.map((class_name, index) => ({ rows: index === 1 ? 9 : 8, class_name })),
    );
    expect(found.sheets.map(({ title_rows }) => title_rows)).toEqual([
      0,
      ...workbook.classes.map(() => 3),
    ]);
    expect(found.sheets.slice(1).every(({ end_rows }) => end_rows >= 4)).toBe(true);
    expect(
      found.sheets.flatMap(({ name, hasTwoLineHeadings }) => (hasTwoLineHeadings ? name : [])),
    ).toEqual(['Lớp 2A', 'Lớp 5A']);
    expect(
      found.problems.map(({ reason, field, items }) => ({
        reason,
        field,
        values: items.map(({ value }) => value),
      })),
    ).toEqual([
      { reason: 'invalid_date', field: 'birth_date', values: ['31/2/18', '2016'] },
      { reason: 'invalid_phone', field: 'parent_phone', values: ['hỏi cô'] },
    ]);
    expect(found.doubles).toMatchObject([
      { by: 'birth_date', answer: null, other: { sheet: '1A' } },
    ]);
    expect(Object.keys(handledCounts(found)).toSorted()).toEqual([
      'class_name',
      'name_case',
      'no_email',
      'parent_without_phone',
      'phone',
      'second_phone',
    ]);
    expect(found.new_classes).toEqual(workbook.classes.toSorted());
    expect(found.open).toBe(4);
  });

  test('once everything is answered, the school is imported as it is', async () => {
    const found = await check(workbook.bytes);
    const options: ImportOptions = {
      fixes: found.problems.flatMap(({ field, items }) =>
        items.map(({ sheet, row }) => ({
          sheet,
          row,
          field: field ?? 'email',
          value: field === 'birth_date' ? '13/02/2018' : '',
        })),
      ),
      doubles: found.doubles.map(({ sheet, row }) => ({ sheet, row, answer: 'same' as const })),
    };
    expect(await check(workbook.bytes, options)).toMatchObject({
      open: 0,
      counts: { created: workbook.students, parents: workbook.parents, skipped: 1, classes: 6 },
    });
    const { state, done, total, result, classes } = await finish(workbook.bytes, options);
    expect({ state, result }).toEqual({
      state: 'done',
      result: {
        created: workbook.students,
        changed: 0,
        unchanged: 0,
        skipped: 1,
        parents: workbook.parents,
        classes: 6,
      },
    });
    expect(done).toBe(total);
    expect(classes.map(({ name, students }) => ({ name, students }))).toEqual(
      workbook.classes.toSorted().map((name) => ({ name, students: 8 })),
    );
    const students = await listStudents();
    expect(students).toHaveLength(workbook.students);
    expect(
      students.every(({ birth_date, sex, class_name }) => birth_date && sex && class_name),
    ).toBe(true);
    expect(
      students.filter(({ full_name }) => full_name === full_name.toLocaleUpperCase('vi')),
    ).toEqual([]);

    // The same file again: a known code says who it is, and the others are asked about.
    const again = await check(workbook.bytes, options);
    expect(again.doubles).toHaveLength(2 * 8 + 1);
    const same = again.doubles.map(({ sheet, row }) => ({ sheet, row, answer: 'same' as const }));
    const { counts, open } = await check(workbook.bytes, { ...options, doubles: same });
    expect({ ...counts, open }).toMatchObject({ created: 0, parents: 0, classes: 0, open: 0 });
  });
});

const heading = 'STT,Họ và tên,Ngày sinh,GT,Lớp,Mã HS,Họ tên mẹ,ĐT mẹ,Quan tâm';
const list = (...lines: string[]) => [heading, ...lines].join('\n');

test('columns are recognized, changed by the user, and remembered for the school', async () => {
  const file = list('1,Lê An,1/2/2018,Nữ,3A,,,,cờ vua');
  const fieldsOf = ({ columns }: ImportCheck) =>
    columns.map(({ heading: name, field, isRemembered }) => [name, field, isRemembered]);
  expect(fieldsOf(await check(file))).toEqual([
    ['Họ và tên', 'full_name', false],
    ['Ngày sinh', 'birth_date', false],
    ['GT', 'sex', false],
    ['Lớp', 'class_name', false],
    ['Mã HS', 'identifier_code', false],
    ['Họ tên mẹ', 'parent2_name', false],
    ['ĐT mẹ', 'parent2_phone', false],
    ['Quan tâm', null, false],
  ]);
  const columns = [
    { heading: 'Quan tâm', field: 'username' as const },
    { heading: 'GT', field: null },
  ];
  await finish(file.replace('cờ vua', 'le.an.3a'), { columns });
  const next = await check(file);
  expect(fieldsOf(next)).toContainEqual(['Quan tâm', 'username', true]);
  expect(fieldsOf(next)).toContainEqual(['GT', null, true]);
  const { body } = await request(app, accounts.list, {
    token: mod.token,
    query: { role: 'Student' },
  });
  expect(body.users).toMatchObject([{ username: 'le.an.3a', sex: null }]);
});

test('a double among the students of the school is updated, created or left out', async () => {
  await finish(list('1,Trần Gia Hân,5/9/2018,Nữ,3C,,,,'));
  const file = list('1,Trần Gia Hân,05/09/2018,,3C,79001,Lê Mai,0912345118,');
  const found = await check(file);
  expect(found).toMatchObject({
    open: 1,
    doubles: [{ sheet: '', row: 2, by: 'birth_date', other: { sheet: null, class_name: '3C' } }],
  });
  const countWith = async (answer: 'same' | 'different' | 'skip') =>
    (await check(file, { doubles: [{ sheet: '', row: 2, answer }] })).counts;
  expect(await countWith('same')).toMatchObject({ created: 0, changed: 1 });
  expect(await countWith('different')).toMatchObject({ created: 1, changed: 0 });
  expect(await countWith('skip')).toMatchObject({ created: 0, changed: 0, skipped: 1 });
  await finish(file, { doubles: [{ sheet: '', row: 2, answer: 'same' }] });
  const { body } = await request(app, accounts.list, {
    token: mod.token,
    query: { role: 'Student' },
  });
  // An empty cell clears nothing.
  expect(body.users).toMatchObject([
    { identifier_code: '79001', sex: 'female', parent_ids: [expect.any(Number)] },
  ]);
});

test.each([
  ['another birth date', '1,Lê An,1/2/2018,,3A,,,,', '2,Lê An,3/4/2018,,3A,,,,', 0],
  ['another code', '1,Lê An,,,3A,1001,,,', '2,Lê An,,,3A,1002,,,', 0],
  ['another class and no birth date', '1,Lê An,,,3A,,,,', '2,Lê An,,,3B,,,,', 0],
  ['the same class', '1,Lê An,,,3A,,,,', '2,lê an,,,3a,,,,', 1],
  ['the same birth date', '1,Lê An,1/2/2018,,3A,,,,', '2,Lê An,1-2-18,,3B,,,,', 1],
])('two rows of one name with %s', async (_, one, other, count) => {
  expect((await check(list(one, other))).doubles).toHaveLength(count);
});

test('one job at a time, and a repeated request starts none', async () => {
  const file = list('1,Lê An,1/2/2018,Nữ,3A,,,,');
  const first = await start(file, {}, 'mot');
  const again = await start(file, {}, 'mot');
  expect(new Set([first, again].map(({ body }) => body.id)).size).toBe(1);
  await expect.poll(async () => (await readJob(first.body.id)).state).toBe('done');
  expect(await listStudents()).toHaveLength(1);

  await db.run(sql`insert into import_jobs (school_id, total) values (${schoolId}, 1)`);
  expect(await start(list('1,Lê Bình,,,,,,,'))).toMatchObject({
    status: 409,
    body: { reason: 'import_running' },
  });
  await db.run(
    sql`update import_jobs set beat_at = now() - interval '2 minutes' where state = 'running'`,
  );
  const { body } = await request(app, studentImport.jobs, { token: mod.token, query: {} });
  expect(body.jobs.map(({ state }: ImportJob) => state)).toEqual(['failed', 'done']);
  await finish(list('1,Lê Bình,,,,,,,'));
  expect(await listStudents()).toHaveLength(2);
});

test('a job that fails in the middle has written nothing', async () => {
  await db.run(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'full'; end $$`);
  await db.run(sql`create trigger refuse before insert on memberships execute function refuse()`);
  onTestFinished(async () => {
    await db.run(sql`drop trigger refuse on memberships`);
  });
  const job = await finish(list('1,Lê An,1/2/2018,Nữ,3A,,Lê Mai,0912345678,'));
  expect(job).toMatchObject({ state: 'failed', result: null });
  expect(await listStudents()).toEqual([]);
  const counts = await db.values(
    z.number(),
    sql`
      select count(*) from classes where school_id = ${schoolId}
      union all select count(*) from users where school_id = ${schoolId} and role = 'Parent'`,
  );
  expect(counts).toEqual([0, 0]);
});

test('a class is found however the school or the list writes it', async () => {
  await addClass(db, schoolId, '3-1');
  await addClass(db, schoolId, '4A', 4);
  const file = list('1,Lê An,,,Lớp 3/1,,,,', '2,Lê Bình,,,4.a,,,,', '3,Lê Chi,,,Lớp: 5 b,,,,');
  const { new_classes, handled } = await check(file);
  expect(new_classes).toEqual(['5B']);
  expect(handled.find(({ kind }) => kind === 'class_name')?.items).toMatchObject([
    { after: '3-1' },
    { after: '4A' },
    { after: '5B' },
  ]);
});

test('a list with open questions is not imported', async () => {
  const { status, body } = await start(list('1,Lê An,31/2/2018,Nữ,3A,,,,'));
  expect({ status, reason: body.reason }).toEqual({ status: 400, reason: 'table_has_problems' });
  expect(await listStudents()).toEqual([]);
});

test('imported students have no password until their class gets the first ones', async () => {
  const classId = await addClass(db, schoolId, '3A');
  const { classes } = await finish(
    list('1,Lê An,1/2/2018,Nữ,3A,79111,,,', '2,Lê Bình,,Nam,3A,79112,,,'),
  );
  expect(classes).toEqual([{ id: classId, name: '3A', students: 2 }]);
  const logIn = async (password: string) =>
    (await request(app, auth.login, { body: { username: '79111', password } })).status;
  expect(await logIn('')).not.toBe(200);
  const issue = async () =>
    (
      await request(app, studentImport.firstPasswords, {
        token: mod.token,
        params: { id: classId },
      })
    ).body.accounts;
  const issued = await issue();
  expect(issued).toMatchObject([{ username: '79111', class_name: '3A' }, { username: '79112' }]);
  expect(await logIn(issued[0].password)).toBe(200);
  expect(await issue()).toEqual([]);
  const { body } = await request(app, audit.list, { token: mod.token, query: { limit: 100 } });
  expect(body.audit).toContainEqual(
    expect.objectContaining({ action: 'imported', subject: 'students' }),
  );
});

test.each([
  ['no JSON', '{', 400],
  ['an unknown field', '{"columns":[{"heading":"x","field":"mat_khau"}]}', 400],
  ['too much text', `{"x":"${'a'.repeat(100_001)}"}`, 400],
])('options with %s are refused', async (_, options, expected) => {
  const form = new FormData();
  form.append('options', options);
  form.append('file', new Blob([list('1,Lê An,,,,,,,')]), 'ds');
  const { status } = await sendForm(app, studentImport.check.path, form, { token: mod.token });
  expect(status).toBe(expected);
});

test('a file without a list is refused by its missing headings', async () => {
  const { status, body } = await sendList(studentImport.check.path, 'a,b\n1,2');
  expect({ status, reason: body.reason }).toEqual({
    status: 400,
    reason: 'table_without_headings',
  });
});
