import {
  type CellProblem,
  type ImportReport,
  studentTables,
  teacherTables,
} from '@lop-xanh/contract/account-tables';
import { accounts } from '@lop-xanh/contract/accounts';
import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { classes as classCalls } from '@lop-xanh/contract/classes';
import { limits } from '@lop-xanh/contract/rules/limits';
import { describe, expect, test } from 'vitest';
import { addClass, addSchool, addTwoSchools, addUser } from '../../testing/people.ts';
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

/** A school of the test's own, with two classes and its Mod. */
async function makeSchool() {
  const schoolId = await addSchool(db);
  return {
    schoolId,
    classIds: [await addClass(db, schoolId, '3/1'), await addClass(db, schoolId, '3A')],
    mod: await addUser(database, { role: 'Mod', school_id: schoolId }),
  };
}

async function take(
  content: string | Uint8Array<ArrayBuffer>,
  {
    token: by,
    schoolId,
    dry_run = false,
    key,
    endpoint = studentTables.take,
  }: {
    token: string;
    schoolId?: number;
    dry_run?: boolean;
    key?: string;
    endpoint?: typeof studentTables.take | typeof teacherTables.take;
  },
) {
  const query = { ...(schoolId && { school_id: schoolId }), ...(dry_run && { dry_run }) };
  return sendTable(app, endpoint, { token: by, content, query, ...(key && { key }) });
}
const countPeople = async (schoolId: number) =>
  (await db.selectFrom('users').select('id').where('school_id', '=', schoolId).execute()).length;

test('a class’s students come in with codes, classes and passwords that are shown once', async () => {
  const { schoolId, classIds, mod } = await makeSchool();
  const lines = Array.from(
    { length: 12 },
    (_, at) =>
      `,,Nguyễn Thị,Hoa ${at},${at % 2 ? '3a' : '3/1'},hoa${at}@example.vn,0912,Nguyễn Văn Ba,`,
  );
  const file = [heading, ...lines].join('\n');
  const dry = await take(file, { token: mod.token, dry_run: true });
  expect(dry).toMatchObject({ status: 200, body: { dry_run: true, created: 12, problems: [] } });
  expect(await countPeople(schoolId)).toBe(1);

  const { status, body } = await take(file, { token: mod.token, key: 'nhap-1' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ created: 12, changed: 0, unchanged: 0, total: 12 });
  expect(body.accounts).toHaveLength(12);
  const { username, password, id } = body.accounts[0];
  const login = await request(app, auth.login, { body: { username, password } });
  const me = await request(app, auth.me, { token: login.body.token });
  expect(me.body).toMatchObject({ id, isChangePass: true, class_id: classIds[0], phone: '0912' });
  expect(me.body.identifier_code).toBe(username);

  // The same key, though by now the file would be refused: once, and without the passwords, which nothing keeps.
  for (const id of classIds) await request(app, classCalls.remove, { token, params: { id } });
  const again = await take(file, { token: mod.token, key: 'nhap-1' });
  expect(again.body).toMatchObject({ created: 12, accounts: [] });
  expect(await countPeople(schoolId)).toBe(13);
  const trail = (await request(app, audit.list, { token, query: { school_id: schoolId } })).body
    .audit;
  expect(trail.filter(({ action }: { action: string }) => action === 'imported')).toHaveLength(1);
  expect(trail.filter(({ action }: { action: string }) => action === 'created')).toHaveLength(12);
});

test.each([
  ['students', studentTables, 'exportCsv'],
  ['students', studentTables, 'exportXlsx'],
  ['teachers', teacherTables, 'exportCsv'],
  ['teachers', teacherTables, 'exportXlsx'],
] as const)('taking back an export of %s (%#) changes nothing', async (people, tables, format) => {
  const { schoolId, classIds, mod } = await makeSchool();
  const role = people === 'students' ? 'Student' : 'Teacher';
  const odd = [
    { first_name: '=1+1', last_name: '@Lê', phone: '+84 912', parent_name: '-Ba' },
    { first_name: 'Ân'.normalize('NFD'), last_name: "'=Trần", status: 'inactive' },
    { first_name: '007', last_name: 'Đỗ "Bé", Na', class_id: classIds[0], identifier_code: '007' },
  ];
  for (const [at, more] of odd.entries()) {
    const { status } = await request(app, accounts.create, {
      token,
      body: {
        role,
        username: `${people}.${format}.${at}`,
        password: 'matkhau',
        email: `so${at}@example.vn`,
        school_id: schoolId,
        ...more,
        ...(more.identifier_code && { identifier_code: `00${role}${format}` }),
      } as never,
    });
    expect(status).toBe(201);
  }
  // Somebody of old times, whom today's form would ask for an email.
  await addUser(database, { role, school_id: schoolId });
  const before = await db
    .selectFrom('users')
    .selectAll()
    .where('school_id', '=', schoolId)
    .execute();
  const file = await request(app, tables[format], { token: mod.token, query: {} });
  expect(file.headers['content-type']).toBe(tables[format].file);
  const { status, body } = await take(new Uint8Array(file.body), {
    token: mod.token,
    endpoint: tables.take,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 4, unchanged: 4, created: 0, changed: 0 });
  const after = await db
    .selectFrom('users')
    .selectAll()
    .where('school_id', '=', schoolId)
    .execute();
  expect(after).toEqual(before);
});

describe('a dry run', () => {
  test('tells every problem by row and column, and a commit then writes nothing', async () => {
    const { schoolId, mod } = await makeSchool();
    const other = await request(app, accounts.createStudent, {
      token,
      body: {
        username: 'o.truong.khac',
        password: 'matkhau',
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
    const { body } = await take(file, { token: mod.token, dry_run: true });
    const told = (body as ImportReport).problems.map(({ row, column, message }: CellProblem) => [
      row,
      column,
      message,
    ]);
    expect(told).toEqual([
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
    const commit = await take(file, { token: mod.token });
    expect(commit).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(commit.body.issues).toContainEqual({ path: '4.Email', message: 'Invalid email' });
    expect(await countPeople(schoolId)).toBe(1);
  });

  test('tells what would change, and the commit changes it with a record', async () => {
    const { classIds, mod, schoolId } = await makeSchool();
    const first = `${heading}\nGD-1,gd.mot,Lê,An,3A,an@example.vn,,,\n`;
    const code = `GD-${schoolId}`;
    const name = `gd.${schoolId}`;
    const as = (text: string) => text.replaceAll('GD-1', code).replaceAll('gd.mot', name);
    await take(as(first), { token: mod.token });
    const next = as(first).replace(',3A,', ',3/1,').replace(',An,', ',Ân,'.normalize('NFD'));
    const { body } = await take(next, { token: mod.token, dry_run: true });
    expect(body.rows).toMatchObject([{ outcome: 'changed', changes: ['Tên', 'Lớp'] }]);
    await take(next, { token: mod.token });
    const moves = await db
      .selectFrom('class_history')
      .select(['from_class_id', 'to_class_id'])
      .where('school_id', '=', schoolId)
      .orderBy('id')
      .execute();
    expect(moves).toEqual([
      { from_class_id: null, to_class_id: classIds[1] },
      { from_class_id: classIds[1], to_class_id: classIds[0] },
    ]);
  });
});

test('two teachers may change places in one file, and a class gets no second one', async () => {
  const { schoolId, mod } = await makeSchool();
  const lines = (one: string, other: string) =>
    [
      'Tên đăng nhập,Họ và tên,Lớp,Email',
      `gv.${schoolId}.1,Lê Thị An,${one},a@example.vn`,
      `gv.${schoolId}.2,Lê Thị Ba,${other},b@example.vn`,
    ].join('\n');
  const endpoint = teacherTables.take;
  expect((await take(lines('3A', '3/1'), { token: mod.token, endpoint })).status).toBe(200);
  const swapped = await take(lines('3/1', '3A'), { token: mod.token, endpoint });
  expect(swapped).toMatchObject({ status: 200, body: { changed: 2 } });
  const doubled = await take(lines('3A', '3A'), { token: mod.token, endpoint, dry_run: true });
  expect(doubled.body.problems).toEqual([
    { row: 3, column: 'Lớp', message: 'Lớp này đã có giáo viên' },
  ]);
});

test('a class that Excel made a day of is found again', async () => {
  const { classIds } = await makeSchool();
  const { readRows } = await import('./read-rows.ts');
  const { planImport } = await import('./plan-import.ts');
  const day = { day: new Date('2026-01-03') };
  const read = await readRows([
    ['Tên', 'Lớp', 'Email', 'Số điện thoại'],
    ['An', day, 'a@example.vn', { number: '912345678' }],
    [day, '', 'b@example.vn', ''],
  ]);
  const classes = [{ id: classIds[0] as number, name: '3/1', teacher_id: null }];
  const plan = await planImport('students', read, {
    schoolId: 1,
    accounts: [],
    formerNames: [],
    classes,
    newCodes: ['2026', '2027'],
  });
  expect(plan.rows[0]).toMatchObject({ classId: classIds[0], fields: { phone: '0912345678' } });
  expect(plan.problems[0]).toMatchObject({ row: 3, column: 'Tên' });
});

test('a template is an empty table that its own import takes once it is filled', async () => {
  const { mod } = await makeSchool();
  for (const [tables, format] of [
    [studentTables, 'templateCsv'],
    [teacherTables, 'templateXlsx'],
  ] as const) {
    const { body } = await request(app, tables[format], { token: mod.token });
    const given = { token: mod.token, endpoint: tables.take, dry_run: true };
    const taken = await take(new Uint8Array(body), given);
    expect(taken).toMatchObject({ status: 200, body: { total: 0, problems: [] } });
  }
});

test('a Mod takes no table into another school, and gives none out of it', async () => {
  const before = await countPeople(theirs.schoolId);
  const file = `${heading}\n,,Lê,An,,a@example.vn,,,\n`;
  expect((await take(file, { token: ours.mod.token, schoolId: theirs.schoolId })).status).toBe(403);
  expect(await countPeople(theirs.schoolId)).toBe(before);
  const named = { school_id: theirs.schoolId };
  const given = await request(app, studentTables.exportCsv, {
    token: ours.mod.token,
    query: named,
  });
  expect(given.status).toBe(403);
  expect((await take(file, { token })).body.issues).toEqual([
    { path: 'school_id', message: 'Select a school' },
  ]);
});

test('a file that is too large or too long is refused in clear words', async () => {
  const large = 'x'.repeat(limits.tableBytesMax + 1);
  expect(await take(large, { token: ours.mod.token })).toMatchObject({
    status: 413,
    body: { message: 'Tệp lớn hơn 5 MB' },
  });
  const long = `${heading}\n${',,Lê,An,,a@example.vn,,,\n'.repeat(limits.tableRowsMax + 1)}`;
  expect(await take(long, { token: ours.mod.token })).toMatchObject({
    status: 413,
    body: { message: 'Bảng dài hơn 5.000 dòng' },
  });
});
