import {
  type CellProblem,
  type ImportReport,
  studentTables,
  teacherTables,
} from '@lop-xanh/contract/account-tables';
import { accounts } from '@lop-xanh/contract/accounts';
import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { classes as classEndpoints } from '@lop-xanh/contract/classes';
import { consent } from '@lop-xanh/contract/consent';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { expectNamedProblems } from '../../testing/error-texts.ts';
import { addClass, addSchool, addTwoSchools, addUser } from '../../testing/fixtures.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { token } = admin;

const heading =
  'Mã định danh,Tên đăng nhập,Họ và tên đệm,Tên,Lớp,Email,Số điện thoại,Phụ huynh,Trạng thái';

async function addSchoolWithClasses() {
  const schoolId = await addSchool(db);
  const classIds = [await addClass(db, schoolId, '3/1'), await addClass(db, schoolId, '3A')];
  return { schoolId, classIds, mod: await addUser(database, { role: 'Mod', school_id: schoolId }) };
}

async function importTable(
  content: string | Uint8Array<ArrayBuffer>,
  {
    schoolId,
    dry_run = false,
    endpoint = studentTables.importTable,
    ...options
  }: {
    token: string;
    schoolId?: number;
    dry_run?: boolean;
    key?: string;
    endpoint?: typeof studentTables.importTable | typeof teacherTables.importTable;
  },
) {
  const query = { ...(schoolId && { school_id: schoolId }), ...(dry_run && { dry_run }) };
  return sendTable(app, endpoint, { ...options, content, query });
}
const countUsers = (schoolId: number) =>
  db.value(z.number(), sql`select count(*) from users where school_id = ${schoolId}`);
const readUsers = (schoolId: number) =>
  db.values(
    z.string(),
    sql`select account::text from users account where school_id = ${schoolId} order by id`,
  );

test('an import creates students with codes, classes and passwords that are returned once', async () => {
  const { schoolId, classIds, mod } = await addSchoolWithClasses();
  const lines = Array.from(
    { length: 12 },
    (_, index) =>
      `,,Nguyễn Thị,Hoa ${index},${index % 2 ? '3a' : '3/1'},hoa${index}@example.vn,0912,Nguyễn Văn Ba,`,
  );
  const file = [heading, ...lines].join('\n');
  const dryRun = await importTable(file, { token: mod.token, dry_run: true });
  expect(dryRun).toMatchObject({ status: 200, body: { dry_run: true, created: 12, problems: [] } });
  expect(await countUsers(schoolId)).toBe(1);

  const { status, body } = await importTable(file, { token: mod.token, key: 'nhap-1' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ created: 12, changed: 0, unchanged: 0, total: 12 });
  expect(body.accounts).toHaveLength(12);
  const { username, password, id } = body.accounts[0];
  const login = await request(app, auth.login, { body: { username, password } });
  const me = await request(app, auth.me, { token: login.body.token });
  expect(me.body).toMatchObject({ id, isChangePass: true, class_id: classIds[0], phone: '0912' });
  expect(me.body.identifier_code).toBe(username);

  // A retry with the same key imports nothing and returns no passwords, even if the file is no longer valid.
  for (const id of classIds) await request(app, classEndpoints.delete, { token, params: { id } });
  const retried = await importTable(file, { token: mod.token, key: 'nhap-1' });
  expect(retried.body).toMatchObject({ created: 12, accounts: [] });
  expect(await countUsers(schoolId)).toBe(13);
  const query = { school_id: schoolId };
  const entries: { action: string }[] = (await request(app, audit.list, { token, query })).body
    .audit;
  expect(entries.filter(({ action }) => action === 'imported')).toHaveLength(1);
  expect(entries.filter(({ action }) => action === 'created')).toHaveLength(12);
});

test.each([
  ['students', 'exportCsv', studentTables],
  ['students', 'exportXlsx', studentTables],
  ['teachers', 'exportCsv', teacherTables],
  ['teachers', 'exportXlsx', teacherTables],
] as const)(
  'importing an unchanged export changes nothing (%s, %s)',
  async (kind, format, tables) => {
    const { schoolId, classIds, mod } = await addSchoolWithClasses();
    const role = kind === 'students' ? 'Student' : 'Teacher';
    const unusualFields = [
      { first_name: '=1+1', last_name: '@Lê', phone: '+84 912', parent_name: '-Ba' },
      { first_name: 'Ân'.normalize('NFD'), last_name: "'=Trần", status: 'inactive' },
      {
        first_name: '007',
        last_name: 'Đỗ "Bé", Na',
        class_id: classIds[0],
        identifier_code: '007',
        birth_date: '2018-02-03',
        sex: 'female',
      },
    ];
    const studentIds: number[] = [];
    for (const [index, fields] of unusualFields.entries()) {
      const { status, body } = await request(app, accounts.create, {
        token,
        body: {
          role,
          username: `${kind}.${format}.${index}`,
          password: 'muaxuan',
          email: `so${index}@example.vn`,
          school_id: schoolId,
          ...fields,
          ...(fields.identifier_code && { identifier_code: `00${role}${format}` }),
        } as never,
      });
      expect(status).toBe(201);
      studentIds.push(body.id);
    }
    const recorded = await request(app, consent.record, {
      token,
      params: { id: studentIds[0] as number },
      body: { side: 'guardian', decision: 'given', decided_on: '2026-09-07' },
    });
    expect(recorded.status).toBe(role === 'Student' ? 200 : 404);
    // An old account without the email that is required today.
    await addUser(database, { role, school_id: schoolId });
    const before = await readUsers(schoolId);
    const file = await request(app, tables[format], { token: mod.token, query: {} });
    expect(file.headers['content-type']).toBe(tables[format].file);
    const { status, body } = await importTable(new Uint8Array(file.body), {
      token: mod.token,
      endpoint: tables.importTable,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 4, unchanged: 4, created: 0, changed: 0 });
    expect(await readUsers(schoolId)).toEqual(before);
  },
);

describe('a dry run', () => {
  test('reports every problem by row and column, and the import then writes nothing', async () => {
    const { schoolId, mod } = await addSchoolWithClasses();
    const other = await request(app, accounts.createStudent, {
      token,
      body: {
        username: 'o.truong.khac',
        password: 'muaxuan',
        email: 'a@b.vn',
        school_id: theirs.schoolId,
        identifier_code: 'KHAC-1',
      },
    });
    expect(other.status).toBe(201);
    const file = [
      'Danh sách học sinh,,,,,,,,',
      heading,
      ',tot.1,Lê,An,3A,a@example.vn,,,',
      ',ab,Lê,Ba,3Z,khong,,,Lạ',
      ',,Lê,,3A,c@example.vn,,,',
      'KHAC-1,,Lê,Dũng,,d@example.vn,,,',
      ',O.TRUONG.KHAC,Lê,Em,,e@example.vn,,,',
      ',tot.1,Lê,Gấm,,g@example.vn,,,',
      `,${mod.username},Lê,Hà,,h@example.vn,,,`,
      ',,,,,,,,',
    ].join('\n');
    const { body } = await importTable(file, { token: mod.token, dry_run: true });
    expectNamedProblems((body as ImportReport).problems);
    const problems = (body as ImportReport).problems.map(
      ({ row, column, message }: CellProblem) => [row, column, message],
    );
    expect(problems).toEqual([
      [4, 'Trạng thái', expect.any(String)],
      [4, 'Email', 'Invalid email'],
      [4, 'Tên đăng nhập', 'Username must be at least 3 characters'],
      [4, 'Lớp', 'Trường không có lớp này'],
      [5, 'Tên', 'Name required'],
      [6, 'Mã định danh', 'Mã định danh này đã có người dùng'],
      [7, 'Tên đăng nhập', 'Tên đăng nhập này đã có người dùng'],
      [8, 'Tên đăng nhập', 'Trùng với dòng 3'],
      [9, 'Tên đăng nhập', 'Tên đăng nhập này đã có người dùng'],
    ]);
    const imported = await importTable(file, { token: mod.token });
    expect(imported).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(imported.body.issues).toContainEqual({
      path: '4.Email',
      reason: 'invalid_email',
      message: 'Invalid email',
    });
    expect(await countUsers(schoolId)).toBe(1);
  });

  test('reports what would change, and the import records the transfer', async () => {
    const { classIds, mod, schoolId } = await addSchoolWithClasses();
    const file = `${heading}\nGD-${schoolId},gd.${schoolId},Lê,An,3A,an@example.vn,,,\n`;
    await importTable(file, { token: mod.token });
    const changedFile = file.replace(',3A,', ',3/1,').replace(',An,', ',Ân,'.normalize('NFD'));
    const { body } = await importTable(changedFile, { token: mod.token, dry_run: true });
    expect(body.rows).toMatchObject([{ outcome: 'changed', changes: ['Tên', 'Lớp'] }]);
    await importTable(changedFile, { token: mod.token });
    const transfers = await db.many(
      z.object({ from_class_id: z.number().nullable(), to_class_id: z.number().nullable() }),
      sql`
        select from_class_id, to_class_id from class_transfers
        where school_id = ${schoolId} order by changed_at`,
    );
    expect(transfers).toEqual([
      { from_class_id: null, to_class_id: classIds[1] },
      { from_class_id: classIds[1], to_class_id: classIds[0] },
    ]);
  });
});

test('one import can swap the classes of two teachers, but cannot give a class two teachers', async () => {
  const { schoolId, mod } = await addSchoolWithClasses();
  const toFile = (firstClass: string, secondClass: string) =>
    [
      'Tên đăng nhập,Họ và tên,Lớp,Email',
      `gv.${schoolId}.1,Lê Thị An,${firstClass},a@example.vn`,
      `gv.${schoolId}.2,Lê Thị Ba,${secondClass},b@example.vn`,
    ].join('\n');
  const endpoint = teacherTables.importTable;
  expect((await importTable(toFile('3A', '3/1'), { token: mod.token, endpoint })).status).toBe(200);
  const swapped = await importTable(toFile('3/1', '3A'), { token: mod.token, endpoint });
  expect(swapped).toMatchObject({ status: 200, body: { changed: 2 } });
  const duplicated = await importTable(toFile('3A', '3A'), {
    token: mod.token,
    endpoint,
    dry_run: true,
  });
  expect(duplicated.body.problems).toEqual([
    {
      row: 3,
      column: 'Lớp',
      reason: 'class_has_teacher',
      message: 'Lớp này đã có giáo viên',
    },
  ]);
});

test('a template can be imported', async () => {
  const { mod } = await addSchoolWithClasses();
  for (const [tables, format] of [
    [studentTables, 'templateCsv'],
    [teacherTables, 'templateXlsx'],
  ] as const) {
    const { body } = await request(app, tables[format], { token: mod.token });
    const input = { token: mod.token, endpoint: tables.importTable, dry_run: true };
    const dryRun = await importTable(new Uint8Array(body), input);
    expect(dryRun).toMatchObject({ status: 200, body: { total: 0, problems: [] } });
  }
});

test('a Mod cannot import into or export from another school', async () => {
  const before = await countUsers(theirs.schoolId);
  const file = `${heading}\n,,Lê,An,,a@example.vn,,,\n`;
  const input = { token: ours.mod.token, schoolId: theirs.schoolId };
  expect((await importTable(file, input)).status).toBe(403);
  expect(await countUsers(theirs.schoolId)).toBe(before);
  const exported = await request(app, studentTables.exportCsv, {
    token: ours.mod.token,
    query: { school_id: theirs.schoolId },
  });
  expect(exported.status).toBe(403);
  expect((await importTable(file, { token })).body.issues).toEqual([
    { path: 'school_id', reason: 'school_required', message: 'Select a school' },
  ]);
});

test('a file that is too large or has too many rows is rejected with a clear message', async () => {
  const large = 'x'.repeat(limits.maxTableBytes + 1);
  expect(await importTable(large, { token: ours.mod.token })).toMatchObject({
    status: 413,
    body: { message: 'Tệp lớn hơn 5 MB' },
  });
  const long = `${heading}\n${',,Lê,An,,a@example.vn,,,\n'.repeat(limits.maxTableRows + 1)}`;
  expect(await importTable(long, { token: ours.mod.token })).toMatchObject({
    status: 413,
    body: { message: 'Bảng dài hơn 5.000 dòng' },
  });
});
