import { type ImportReport, studentTables, teacherTables } from '@lop-xanh/contract/account-tables';
import { type Account, accounts } from '@lop-xanh/contract/accounts';
import { audit } from '@lop-xanh/contract/audit';
import { consent, type StudentConsent } from '@lop-xanh/contract/consent';
import { expect, test } from 'vitest';
import { today } from '../../testing/attendance.ts';
import { addChild, addClass, addSchool, addUser } from '../../testing/fixtures.ts';
import { fetchNotifications } from '../../testing/notifications.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { parseAccountTable } from './parse-account-table.ts';
import { planImport } from './plan-import.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { token } = await addUser(database, { role: 'Admin' });

async function addSchoolWithMod() {
  const schoolId = await addSchool(db);
  await addClass(db, schoolId, '3A');
  return { schoolId, mod: await addUser(database, { role: 'Mod', school_id: schoolId }) };
}

function importTable(
  content: string,
  {
    dry_run = false,
    endpoint = studentTables.importTable,
    ...options
  }: {
    token: string;
    dry_run?: boolean;
    endpoint?: typeof studentTables.importTable | typeof teacherTables.importTable;
  },
) {
  return sendTable(app, endpoint, { ...options, content, query: dry_run ? { dry_run } : {} });
}

const columns = 'Mã định danh,Tên,Email,Phụ huynh,Ngày sinh,Giới tính,Đồng ý đăng ảnh';
const readStudent = async (schoolId: number, code: string) => {
  const { body } = await request(app, accounts.list, { token, query: { school_id: schoolId } });
  const students: Account[] = body.users;
  return students.find(({ identifier_code }) => identifier_code === code) as Account;
};
const readConsent = async ({ id }: Account) =>
  (await request(app, consent.read, { token, params: { id } })).body as StudentConsent;

test('the columns of a student have the birthday in two forms, and the sex', async () => {
  const { schoolId, mod } = await addSchoolWithMod();
  const code = (number: number) => `NS-${schoolId}-${number}`;
  const toLine = (number: number, day: string, sex: string) =>
    `${code(number)},An,a@example.vn,,${day},${sex},`;
  const lines = [toLine(1, '3/2/2018', 'Nam'), toLine(2, '2018-02-03', 'nu')];
  const file = [columns, ...lines].join('\n');
  expect((await importTable(file, { token: mod.token })).body).toMatchObject({ created: 2 });
  const birthday = { birth_date: '2018-02-03' };
  expect(await readStudent(schoolId, code(1))).toMatchObject({ ...birthday, sex: 'male' });
  expect(await readStudent(schoolId, code(2))).toMatchObject({ ...birthday, sex: 'female' });

  const cleared = [columns, toLine(1, '', '')].join('\n');
  const { body } = await importTable(cleared, { token: mod.token });
  expect(body.rows).toMatchObject([{ changes: ['Ngày sinh', 'Giới tính'] }]);
  expect(await readStudent(schoolId, code(1))).toMatchObject({ birth_date: null, sex: null });
  const withoutColumns = `Mã định danh,Tên\n${code(2)},An`;
  expect((await importTable(withoutColumns, { token: mod.token })).body.unchanged).toBe(1);
  expect(await readStudent(schoolId, code(2))).toMatchObject({ ...birthday, sex: 'female' });
});

test('the columns of a student are checked, but not in a list of teachers', async () => {
  const { mod } = await addSchoolWithMod();
  const file = [
    columns,
    ',An,a@example.vn,,31/2/2018,Khác,Chưa',
    ',An,a@example.vn,,1/1/2999,,',
    ',An,a@example.vn,,43500,,',
    ',An,a@example.vn,,1/1/1899,,',
  ].join('\n');
  const { body } = await importTable(file, { token: mod.token, dry_run: true });
  const { problems }: ImportReport = body;
  expect(problems.map(({ row, column, reason }) => [row, column, reason])).toEqual([
    [2, 'Ngày sinh', 'invalid_date'],
    [2, 'Giới tính', 'invalid_sex'],
    [2, 'Đồng ý đăng ảnh', 'invalid_consent'],
    [3, 'Ngày sinh', 'date_in_future'],
    [4, 'Ngày sinh', 'invalid_date'],
    [5, 'Ngày sinh', 'invalid_date'],
  ]);
  const endpoint = teacherTables.importTable;
  const teachers = await importTable(file, { token: mod.token, dry_run: true, endpoint });
  const found = (teachers.body as ImportReport).problems.map(({ column }) => column);
  expect(new Set(found)).toEqual(new Set(['Tên đăng nhập']));
});

test('the columns of a student record a guardian’s answer about photos when it is a new one', async () => {
  const { schoolId, mod } = await addSchoolWithMod();
  const code = `DY-${schoolId}`;
  const toFile = (answer: string) =>
    `${columns}\n${code},An,a@example.vn,Trần Thị Hoa,1/1/2025,,${answer}`;
  await importTable(toFile('Có'), { token: mod.token });
  const student = await readStudent(schoolId, code);
  expect(await readConsent(student)).toMatchObject({
    guardian: 'given',
    isGiven: true,
    records: [{ evidence: 'import', guardian_name: 'Trần Thị Hoa' }],
  });
  for (const answer of ['có', '']) {
    expect((await importTable(toFile(answer), { token: mod.token })).body.unchanged).toBe(1);
  }
  const otherMod = await addUser(database, { role: 'Mod', school_id: schoolId });
  const { body } = await importTable(toFile('Không'), { token: mod.token });
  expect(body.rows).toMatchObject([{ outcome: 'changed', changes: ['Đồng ý đăng ảnh'] }]);
  const { guardian, records } = await readConsent(student);
  expect([guardian, records.length]).toEqual(['refused', 2]);
  const [notification] = await fetchNotifications(app, otherMod);
  expect(notification).toMatchObject({ type: 'consent_withdrawn', refId: student.id });
  const { body: log } = await request(app, audit.list, {
    token,
    query: { school_id: schoolId, limit: 2 },
  });
  expect(log.audit).toMatchObject([
    { action: 'imported', subject: 'students' },
    { action: 'created', subject: 'photo_consent', details: { new: { guardian: 'refused' } } },
  ]);
});

test('the columns of a student do not end a refusal that a guardian gave, in the app or on paper', async () => {
  const { schoolId, mod } = await addSchoolWithMod();
  const code = `TC-${schoolId}`;
  const importAnswer = (answer: string, isDryRun = false) =>
    importTable(`${columns}\n${code},An,a@example.vn,,1/1/2025,,${answer}`, {
      token: mod.token,
      dry_run: isDryRun,
    });
  await importAnswer('Có');
  const student = await readStudent(schoolId, code);
  const parent = await addUser(database, { role: 'Parent', school_id: schoolId });
  await addChild(db, { parent, child: student });
  const { id } = student;
  const answer = (decision: 'given' | 'refused') =>
    request(app, consent.answer, { token: parent.token, params: { id }, body: { decision } });
  await answer('refused');
  const { body: dryRun } = await importAnswer('Có', true);
  expect(dryRun.problems).toMatchObject([
    { row: 2, column: 'Đồng ý đăng ảnh', reason: 'consent_refused' },
  ]);
  expect((await importAnswer('Có')).status).toBe(400);
  expect((await readConsent(student)).guardian).toBe('refused');
  expect((await importAnswer('Không')).body.unchanged).toBe(1);

  await answer('given');
  expect((await importAnswer('Có')).body.unchanged).toBe(1);
  await importAnswer('Không');
  expect((await importAnswer('Có')).body.changed).toBe(1);
  const paper = { side: 'guardian', decision: 'refused', decided_on: today } as const;
  await request(app, consent.record, { token: mod.token, params: { id }, body: paper });
  expect((await importAnswer('Có', true)).body.problems).toHaveLength(1);
});

test('a class name that Excel turned into a date is still recognized, and a birthday is a date', async () => {
  const date = { day: new Date('2026-01-03') };
  const table = await parseAccountTable([
    ['Tên', 'Lớp', 'Email', 'Số điện thoại', 'Ngày sinh'],
    ['An', date, 'a@example.vn', { number: '912345678' }, { day: new Date('2018-02-03') }],
    [date, '', 'b@example.vn', ''],
  ]);
  const classes = [{ id: 7, name: '3/1', grade_id: 3, teacher_id: null }];
  const plan = await planImport('students', table, {
    schoolId: 1,
    accounts: [],
    formerIdentifiers: [],
    classes,
    newCodes: ['2026', '2027'],
    photoConsents: new Map(),
    parents: [],
    samePhoneChoice: undefined,
    isDryRun: true,
  });
  expect(plan.rows[0]).toMatchObject({
    classId: 7,
    fields: { phone: '0912345678', birth_date: '2018-02-03' },
  });
  expect(plan.problems[0]).toMatchObject({ row: 3, column: 'Tên' });
});
