import { studentTables } from '@lop-xanh/contract/account-tables';
import { accounts } from '@lop-xanh/contract/accounts';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { insertRows } from '../../database/insert-rows.ts';
import { createAccountClient } from '../../testing/account-client.ts';
import { addTwoSchools, addUser, type TestUser } from '../../testing/fixtures.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { edit, deleteAccount } = createAccountClient(app, database, admin);
const ourMod = ours.mod;
const theirMod = theirs.mod;

let number = 0;
const createStudent = ({ token }: TestUser, fields: object = {}) =>
  request(app, accounts.createStudent, {
    token,
    body: {
      username: `em.${++number}`,
      password: 'muaxuan27',
      email: 'em@example.vn',
      first_name: 'Em',
      ...fields,
    },
  });
const readNextCode = async ({ token } = ourMod) =>
  Number(
    (await request(app, accounts.students, { token, query: { page: 1, rows: 1 } })).body
      .next_identifier_code,
  );

describe('automatic numbering', () => {
  test('starts with the year and 000001', async () => {
    const emptyDatabase = await makeTestDatabase(onTestFinished);
    const emptyApp = await makeTestApp(emptyDatabase, {}, onTestFinished);
    const { token } = await addUser(emptyDatabase, { role: 'Admin' });
    const { body } = await request(emptyApp, accounts.students, { token, query: {} });
    expect(body.next_identifier_code).toBe(`${getVietnamDate(new Date()).slice(0, 4)}000001`);
  });

  test('continues across schools and after a typed code that is close', async () => {
    const next = await readNextCode();
    const typed = await createStudent(theirMod, { identifier_code: String(next + 40) });
    expect(typed.status).toBe(201);
    expect(await readNextCode()).toBe(next + 41);
    const { body } = await createStudent(ourMod, { identifier_code: '' });
    expect(body.identifier_code).toBe(String(next + 41));
    expect(await readNextCode(theirMod)).toBe(next + 42);
  });

  test('ignores codes that are not numbers or are too far ahead, and skips taken ones', async () => {
    const next = await readNextCode();
    for (const code of ['9999999999', '9'.repeat(20), `${next + 10_001}`, 'ZZ1', '007']) {
      const typed = await createStudent(theirMod, { identifier_code: code });
      expect(typed.status).toBe(201);
    }
    expect(await readNextCode()).toBe(next);
    // The same holds for an edit.
    const { id } = ours.student;
    await edit(id, { identifier_code: String(next + 20_000) }, ourMod);
    expect(await readNextCode()).toBe(next);
    const taken = Array.from(
      { length: 150 },
      (_, index) => [`em.khoi.${index}`, next + index] as const,
    );
    const rows = taken.map(([username, code]) => ({
      username,
      identifier_code: String(code),
      role: 'Student',
      school_id: theirs.schoolId,
      password_hash: '',
      first_name: 'Em',
    }));
    await database.db.run(insertRows('users', rows));
    const { body } = await createStudent(ourMod);
    expect(body.identifier_code).toBe(String(next + 150));
  });

  test('does not change after a code that is too long, which is rejected', async () => {
    const next = await readNextCode();
    const typed = await createStudent(theirMod, { identifier_code: '9'.repeat(50) });
    expect(typed).toMatchObject({ status: 400, body: { issues: [{ path: 'identifier_code' }] } });
    const { body } = await createStudent(ourMod);
    expect(body.identifier_code).toBe(String(next));
  });

  test('ignores a stored code of 50 digits, whose student can still be edited', async () => {
    const next = await readNextCode();
    const longCode = '9'.repeat(50);
    const { id } = theirs.student;
    await database.db.run(sql`update users set identifier_code = ${longCode} where id = ${id}`);
    expect(await readNextCode()).toBe(next);
    expect((await createStudent(ourMod)).status).toBe(201);
    const changed = await edit(id, { phone: '0912' }, theirMod);
    expect(changed).toMatchObject({ status: 200, body: { identifier_code: longCode } });
  });
});

describe('a former username or code', () => {
  const addStudentWithCode = async () => {
    const code = `CU-${++number}`;
    const { body } = await createStudent(ourMod, { identifier_code: code });
    return { id: body.id as number, username: body.username as string, code };
  };
  const importTable = (lines: string[], query = {}) =>
    sendTable(app, studentTables.importTable, {
      token: ourMod.token,
      content: ['Mã định danh,Tên đăng nhập,Tên,Email', ...lines].join('\n'),
      query,
    });

  test('stays taken after the account is deleted', async () => {
    const { id, username, code } = await addStudentWithCode();
    expect((await deleteAccount(id)).status).toBe(200);
    const byUsername = await createStudent(theirMod, { username: username.toUpperCase() });
    expect(byUsername).toMatchObject({ status: 409, body: { issues: [{ path: 'username' }] } });
    expect(byUsername.body.message).toMatch('từng thuộc về một tài khoản khác');
    const byCode = await createStudent(theirMod, { identifier_code: code });
    expect(byCode).toMatchObject({ status: 409, body: { issues: [{ path: 'identifier_code' }] } });
    const renamed = await edit(theirs.otherStudent.id, { username });
    expect(renamed.status).toBe(409);
  });

  test('stays taken after it was changed, but its former owner may take it back', async () => {
    const { id, username, code } = await addStudentWithCode();
    const newIdentifiers = { username: `${username}.moi`, identifier_code: `${code}-MOI` };
    expect((await edit(id, newIdentifiers)).status).toBe(200);
    expect((await createStudent(theirMod, { username })).status).toBe(409);
    expect((await createStudent(theirMod, { identifier_code: code })).status).toBe(409);
    const restored = await edit(id, { username, identifier_code: code });
    expect(restored).toMatchObject({ status: 200, body: { username, identifier_code: code } });
    expect((await createStudent(theirMod, newIdentifiers)).status).toBe(409);
  });

  test('is reported by row and column in an import', async () => {
    const { id, username, code } = await addStudentWithCode();
    await deleteAccount(id);
    const lines = [`${code},em.la,An,a@example.vn`, `M-${number},${username},Bình,b@example.vn`];
    for (const dry_run of [true, false]) {
      const { status, body } = await importTable(lines, { dry_run });
      expect(status).toBe(dry_run ? 200 : 400);
      const paths = dry_run
        ? body.problems.map(
            ({ row, column }: { row: number; column: string }) => `${row}.${column}`,
          )
        : body.issues.map(({ path }: { path: string }) => path);
      expect(paths).toEqual(['2.Mã định danh', '3.Tên đăng nhập']);
    }
  });
});
