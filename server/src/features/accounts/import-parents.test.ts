import { type ImportReport, studentTables, teacherTables } from '@lop-xanh/contract/account-tables';
import { type Account, accounts } from '@lop-xanh/contract/accounts';
import { type AuditEntry, audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { families } from '@lop-xanh/contract/families';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addChild,
  addClass,
  addSchool,
  addUser,
  insertRow,
  type TestUser,
  updateRow,
} from '../../testing/fixtures.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { workbook } from '../../testing/workbook.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let schoolId: number;
let mod: TestUser;
beforeEach(async () => {
  schoolId = await addSchool(db);
  await addClass(db, schoolId, '3A');
  await addClass(db, schoolId, '4B', 4);
  mod = await addUser(database, { role: 'Mod', school_id: schoolId });
});

const heading =
  'Tên đăng nhập,Họ và tên,Lớp,Email,Phụ huynh 1,SĐT phụ huynh 1,Phụ huynh 2,SĐT phụ huynh 2';
let count = 0;
const newUsername = () => `con.${++count}`;
/** A row with a new student, or one of this username. */
const makeRow = (parentCells: string, { className = '3A', username = newUsername() } = {}) =>
  `${username},Nguyễn Văn ${username},${className},a@b.vn,${parentCells}`;

const importRows = async (
  rows: string[],
  query: Record<string, unknown> = {},
  { key, user = mod }: { key?: string; user?: TestUser } = {},
) => {
  const content = [heading, ...rows].join('\n');
  const { token } = user;
  const input = { token, content, query, ...(key && { key }) };
  const { status, body } = await sendTable(app, studentTables.importTable, input);
  return { status, body: body as ImportReport & { issues: { path: string; reason: string }[] } };
};
const dryRun = { dry_run: true };

const listAccounts = async (role: 'Parent' | 'Student'): Promise<Account[]> => {
  const { token } = mod;
  const { body } = await request(app, accounts.list, { token, query: { role } });
  return body.users.toSorted((a: Account, b: Account) => a.id - b.id);
};
const listParents = async () =>
  (await listAccounts('Parent')).map(({ full_name, username, phone, student_ids }) => ({
    full_name,
    username,
    phone,
    children: student_ids.length,
  }));
const listEntries = async (action: string) => {
  const { body } = await request(app, audit.list, { token: mod.token, query: { limit: 100 } });
  return body.audit.filter((entry: AuditEntry) => entry.action === action) as AuditEntry[];
};

/** Usernames are unique in all schools, so that each test has its own numbers. */
let phoneCount = 0;
let phone = '';
let otherPhone = '';
beforeEach(() => {
  phone = `09120000${String(++phoneCount).padStart(2, '0')}`;
  otherPhone = `09870000${String(phoneCount).padStart(2, '0')}`;
});

describe('new parents', () => {
  test('get an account with their phone number as username, and a letter', async () => {
    const international = `+84 ${phone.slice(1)}`;
    const rows = [makeRow(`Trần Thị Hoa,${international},Lê Văn Ba,${otherPhone}`)];
    const planned = await importRows(rows, dryRun);
    expect(planned.body.parents).toEqual({
      created: 2,
      linked: 0,
      samePhone: [],
      samePhoneCount: 0,
      letters: [],
    });
    expect(await listParents()).toEqual([]);

    const { status, body } = await importRows(rows, {}, { key: `nhap-${phone}` });
    expect(status).toBe(200);
    expect(await listParents()).toEqual([
      { full_name: 'Trần Thị Hoa', username: phone, phone, children: 1 },
      { full_name: 'Lê Văn Ba', username: otherPhone, phone: otherPhone, children: 1 },
    ]);
    expect((await listAccounts('Student')).at(-1)?.parent_name).toBe('Trần Thị Hoa');
    const [letter] = body.parents.letters;
    expect(body.parents).toMatchObject({ created: 2, linked: 0 });
    expect(letter).toMatchObject({
      full_name: 'Trần Thị Hoa',
      username: phone,
      class_name: '3A',
      children: [{ full_name: body.accounts[0]?.full_name, class_name: '3A' }],
    });
    const login = await request(app, auth.login, {
      body: { username: phone, password: letter?.password as string },
    });
    const me = await request(app, auth.me, { token: login.body.token });
    expect(me.body).toMatchObject({ role: 'Parent', isChangePass: true, school_id: schoolId });
    expect(await listEntries('created')).toHaveLength(3);

    // A retry creates nothing and shows no password again.
    const retried = await importRows(rows, {}, { key: `nhap-${phone}` });
    expect(retried.body.parents).toEqual({
      created: 2,
      linked: 0,
      samePhone: [],
      samePhoneCount: 0,
      letters: [],
    });
    expect(await listParents()).toHaveLength(2);
  });

  test('get another username if the phone number is or was one', async () => {
    const other = await addUser(database, { role: 'Teacher', school_id: await addSchool(db) });
    await updateRow(db, 'users', other.id, { username: phone });
    await updateRow(db, 'users', other.id, { username: `cu.${phone}` });
    await importRows([makeRow(`Trần Thị Hoa,${phone},,`)]);
    expect(await listParents()).toMatchObject([{ username: `${phone}-2`, phone }]);
  });

  test('are read from a spreadsheet whose number cells have lost the zero', async () => {
    const columns = 'ABCDE';
    const toCells = (texts: string[], row: number) =>
      texts.map(
        (text, index) => `<c r="${columns[index]}${row}" t="inlineStr"><is><t>${text}</t></is></c>`,
      );
    const headings = ['Tên', 'Lớp', 'Email', 'Phụ huynh 1', 'SĐT phụ huynh 1'];
    const student = ['Bình', '3A', 'a@b.vn', 'Trần Thị Hoa'];
    const phoneCell = `<c r="E2"><v>${Number(phone)}</v></c>`;
    const content = new Uint8Array(
      workbook(
        `<row r="1">${toCells(headings, 1).join('')}</row>
         <row r="2">${toCells(student, 2).join('')}${phoneCell}</row>`,
      ),
    );
    const { token } = mod;
    const { status } = await sendTable(app, studentTables.importTable, { token, content });
    expect(status).toBe(200);
    expect(await listParents()).toMatchObject([{ username: phone }]);
  });

  test.each([
    ['Trần Thị Hoa,,,', 'SĐT phụ huynh 1', 'required'],
    [',,,0912345678', 'Phụ huynh 2', 'required'],
    ['Trần Thị Hoa,113,,', 'SĐT phụ huynh 1', 'invalid_phone'],
    [`${'H'.repeat(101)},0912345678,,`, 'Phụ huynh 1', 'too_long'],
  ])('are all or none: %s is a problem', async (cells, column, reason) => {
    const rows = [makeRow(`Lê Văn Ba,${phone},,`), makeRow(cells)];
    const { body } = await importRows(rows, dryRun);
    expect(body.problems).toMatchObject([{ row: 3, column, reason }]);
    expect(await importRows(rows)).toMatchObject({
      status: 400,
      body: { issues: [{ path: `3.${column}`, reason }] },
    });
    expect(await listAccounts('Student')).toEqual([]);
    expect(await listParents()).toEqual([]);
  });

  test('of a list of teachers are ignored', async () => {
    const content = [heading, makeRow(`Trần Thị Hoa,${phone},,`)].join('\n');
    const { token } = mod;
    const { status, body } = await sendTable(app, teacherTables.importTable, { token, content });
    expect({ status, parents: body.parents.created }).toEqual({ status: 200, parents: 0 });
  });
});

describe('the same phone number', () => {
  const question = (row: number, children: string[]) => ({
    row,
    full_name: 'Hoa',
    phone,
    other: { full_name: 'Trần Thị Hoa', children, childCount: children.length },
  });

  test('in two rows is asked about, and a real import needs the answer', async () => {
    const [first, second] = [newUsername(), newUsername()];
    const rows = [
      makeRow(`Trần Thị Hoa,${phone},,`, { username: first }),
      makeRow(`Hoa,${phone},,`, { username: second, className: '4B' }),
    ];
    const planned = await importRows(rows, dryRun);
    expect(planned.body.problems).toEqual([]);
    expect(planned.body.parents.samePhone).toEqual([question(3, [`Nguyễn Văn ${first}`])]);
    expect(await importRows(rows)).toMatchObject({
      status: 400,
      body: { issues: [{ path: '3.SĐT phụ huynh 1', reason: 'same_phone' }] },
    });
    expect(await listAccounts('Student')).toEqual([]);

    const { body } = await importRows(rows, { same_phone: 'link' });
    expect(body.parents).toMatchObject({ created: 1, linked: 1 });
    expect(body.parents.letters).toMatchObject([
      { children: [{ class_name: '3A' }, { class_name: '4B' }] },
    ]);
    expect(await listParents()).toMatchObject([{ full_name: 'Trần Thị Hoa', children: 2 }]);
  });

  test('in every row of a long file makes a short report', async () => {
    const rows = Array.from({ length: 300 }, () => makeRow(`Hoa,${phone},,`));
    const { parents } = (await importRows(rows, dryRun)).body;
    expect(parents).toMatchObject({ created: 1, linked: 299, samePhoneCount: 299 });
    expect(parents.samePhone).toHaveLength(100);
    const other = parents.samePhone.at(-1)?.other;
    expect(other?.children).toHaveLength(5);
    expect(other?.childCount).toBe(100);
  });

  test('may belong to two people', async () => {
    const rows = [makeRow(`Trần Thị Hoa,${phone},,`), makeRow(`Hoa,${phone},,`)];
    const { body } = await importRows(rows, { same_phone: 'separate' });
    expect(body.parents).toMatchObject({ created: 2, linked: 0 });
    expect(await listParents()).toMatchObject([
      { username: phone, children: 1 },
      { username: `${phone}-2`, phone, children: 1 },
    ]);
  });

  test('of both parents in one row can be one person', async () => {
    const rows = [makeRow(`Trần Thị Hoa,${phone},Hoa,${phone}`)];
    expect((await importRows(rows, dryRun)).body.parents.samePhone).toHaveLength(1);
    await importRows(rows, { same_phone: 'link' });
    expect(await listParents()).toMatchObject([{ full_name: 'Trần Thị Hoa', children: 1 }]);
  });

  test('of a parent of the school links that parent, preferably the one of the same name', async () => {
    await importRows([makeRow(`Trần Thị Hoa,${phone},,`), makeRow(`Lê Văn Ba,${phone},,`)], {
      same_phone: 'separate',
    });
    const rows = [makeRow(`Lê Văn Ba,${phone},,`)];
    const { body } = await importRows(rows, { same_phone: 'link' });
    expect(body.parents).toMatchObject({ created: 0, linked: 1, letters: [] });
    expect(await listParents()).toMatchObject([
      { full_name: 'Trần Thị Hoa', children: 1 },
      { full_name: 'Lê Văn Ba', children: 2 },
    ]);
    const [entry] = await listEntries('linked');
    expect(entry).toMatchObject({
      subject_name: 'Lê Văn Ba',
      details: { student_id: expect.any(Number) },
    });
  });

  test('of a parent of another school is not asked about, unless a child is in this school', async () => {
    const otherSchoolId = await addSchool(db);
    const parent = await addUser(database, { role: 'Parent', school_id: otherSchoolId, phone });
    const child = await addUser(database, { role: 'Student', school_id: otherSchoolId });
    await addChild(db, { parent, child });
    const rows = [makeRow(`Hoa,${phone},,`)];
    expect((await importRows(rows, dryRun)).body.parents).toMatchObject({
      created: 1,
      samePhone: [],
    });
    const sister = await addUser(database, { role: 'Student', school_id: schoolId });
    await addChild(db, { parent, child: sister });
    const { body } = await importRows(rows, dryRun);
    // The child in the other school is not named.
    expect(body.parents.samePhone).toMatchObject([{ other: { children: ['An'] } }]);
    await importRows(rows, { same_phone: 'link' });
    expect((await request(app, auth.me, { token: parent.token })).body.student_ids).toHaveLength(3);
  });

  test('of a parent who was inactive without a child makes them active again', async () => {
    await importRows([makeRow(`Trần Thị Hoa,${phone},,`)]);
    const [parent] = (await listAccounts('Parent')) as [Account];
    const [student] = (await listAccounts('Student')) as [Account];
    const params = { id: student.id, parent_id: parent.id };
    await request(app, families.unlink, { token: mod.token, params });
    await importRows([makeRow(`Trần Thị Hoa,${phone},,`)], { same_phone: 'link' });
    expect(await listAccounts('Parent')).toMatchObject([{ id: parent.id, status: 'active' }]);
  });
});

describe('a student who has the parent already', () => {
  test('is unchanged, even if the number is written differently', async () => {
    const username = newUsername();
    const write = (text: string) => makeRow(`Trần Thị Hoa,${text},,`, { username });
    await importRows([write(phone)]);
    const { body } = await importRows([write(`(${phone.slice(0, 4)}) ${phone.slice(4)}`)]);
    expect(body).toMatchObject({ unchanged: 1, parents: { created: 0, linked: 0, samePhone: [] } });
    const changed = await importRows([
      makeRow(`Trần Thị Hoa,${phone},Lê Văn Ba,${otherPhone}`, { username }),
    ]);
    expect(changed.body.rows).toMatchObject([{ outcome: 'changed', changes: ['Phụ huynh 2'] }]);
    expect(changed.body.parents).toMatchObject({ created: 1, linked: 0 });
    expect(await importRows([makeRow(',,,', { username })])).toMatchObject({
      body: { unchanged: 1 },
    });
    expect(await listParents()).toHaveLength(2);
  });

  test.each(['exportCsv', 'exportXlsx'] as const)('is unchanged by an %s', async (format) => {
    await importRows(
      [makeRow(`Trần Thị Hoa,${phone},Lê Văn Ba,${otherPhone}`), makeRow(`Hoa,${phone},,`)],
      { same_phone: 'separate' },
    );
    const [student] = (await listAccounts('Student')).slice(1) as [Account];
    // An unusual phone number, or none, must not block the import of an export.
    for (const fields of [{ phone: 'không có' }, { phone: null }]) {
      const user = { role: 'Parent', school_id: schoolId, password_hash: '', last_name: 'Vũ' };
      const username = newUsername();
      const id = await insertRow(db, 'users', { ...user, username, first_name: 'Na', ...fields });
      await db.run(sql`delete from parents_children where student_id = ${student.id}`);
      await db.run(sql`insert into parents_children values (${id}, ${student.id})`);
      const { token } = mod;
      const file = await request(app, studentTables[format], { token, query: {} });
      const content = new Uint8Array(file.body);
      const { body } = await sendTable(app, studentTables.importTable, {
        token,
        content,
        query: dryRun,
      });
      expect(body).toMatchObject({ total: 2, unchanged: 2, problems: [] });
      expect(body.parents.samePhone).toEqual([]);
    }
  });
});

test('two imports of the same parent at once create one, and the other one is asked', async () => {
  const rows = [makeRow(`Trần Thị Hoa,${phone},,`)];
  const otherRows = [makeRow(`Trần Thị Hoa,${phone},,`)];
  const user = await addUser(database, { role: 'Mod', school_id: schoolId });
  const responses = await Promise.all([importRows(rows), importRows(otherRows, {}, { user })]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect(responses.find(({ status }) => status === 400)?.body.issues).toMatchObject([
    { reason: 'same_phone' },
  ]);
  expect(await listParents()).toHaveLength(1);
});

test('two schools that import the same parent at once create two accounts', async () => {
  const otherSchoolId = await addSchool(db);
  const otherMod = await addUser(database, { role: 'Mod', school_id: otherSchoolId });
  const [row, otherRow] = [
    makeRow(`Trần Thị Hoa,${phone},,`, { className: '' }),
    makeRow(`Trần Thị Hoa,${phone},,`, { className: '' }),
  ];
  const responses = await Promise.all([
    importRows([row]),
    importRows([otherRow], {}, { user: otherMod }),
  ]);
  const usernames = responses.map(({ body }) => body.parents.letters[0]?.username);
  expect(new Set(usernames)).toEqual(new Set([phone, `${phone}-2`]));
});

test('an import that links a parent whom another school unlinks leaves them active', async () => {
  const otherSchoolId = await addSchool(db);
  const otherMod = await addUser(database, { role: 'Mod', school_id: otherSchoolId });
  const parent = await addUser(database, { role: 'Parent', school_id: schoolId, phone });
  const child = await addUser(database, { role: 'Student', school_id: otherSchoolId });
  await addChild(db, { parent, child });
  const [imported, unlinked] = await Promise.all([
    importRows([makeRow(`An,${phone},,`)], { same_phone: 'link' }),
    request(app, families.unlink, {
      token: otherMod.token,
      params: { id: child.id, parent_id: parent.id },
    }),
  ]);
  expect([imported.status, unlinked.status]).toEqual([200, 200]);
  expect(await listAccounts('Parent')).toMatchObject([
    { status: 'active', student_ids: [expect.any(Number)] },
  ]);
});
