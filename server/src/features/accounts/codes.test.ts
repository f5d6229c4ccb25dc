import { studentTables } from '@lop-xanh/contract/account-tables';
import { accounts } from '@lop-xanh/contract/accounts';
import { dayInVietnam } from '@lop-xanh/contract/rules/dates';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accountCalls } from '../../testing/account-calls.ts';
import { addTwoSchools, addUser, type TestUser } from '../../testing/people.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { edit, remove } = accountCalls(app, database, admin);
const ourMod = ours.mod;
const theirMod = theirs.mod;

let number = 0;
const create = ({ token }: TestUser, more: object = {}) =>
  request(app, accounts.createStudent, {
    token,
    body: {
      username: `em.${++number}`,
      password: 'matkhau123',
      email: 'em@example.vn',
      first_name: 'Em',
      ...more,
    },
  });
const nextCode = async ({ token } = ourMod) =>
  Number(
    (await request(app, accounts.students, { token, query: { page: 1, rows: 1 } })).body
      .next_identifier_code,
  );

describe('automatic numbering', () => {
  test('starts with the year and 000001', async () => {
    const empty = await makeTestDatabase(onTestFinished);
    const fresh = await makeTestApp(empty, {}, onTestFinished);
    const { token } = await addUser(empty, { role: 'Admin' });
    const { body } = await request(fresh, accounts.students, { token, query: {} });
    expect(body.next_identifier_code).toBe(`${dayInVietnam(new Date()).slice(0, 4)}000001`);
  });

  test('goes on over all schools, also from a typed code that is near', async () => {
    const next = await nextCode();
    const typed = await create(theirMod, { identifier_code: String(next + 40) });
    expect(typed.status).toBe(201);
    expect(await nextCode()).toBe(next + 41);
    const { body } = await create(ourMod, { identifier_code: '' });
    expect(body.identifier_code).toBe(String(next + 41));
    expect(await nextCode(theirMod)).toBe(next + 42);
  });

  test('is moved by no code of another form or far ahead, and passes by those that are taken', async () => {
    const next = await nextCode();
    for (const code of ['9999999999', '9'.repeat(20), `${next + 10_001}`, 'ZZ1', '007']) {
      const typed = await create(theirMod, { identifier_code: code });
      expect(typed.status).toBe(201);
    }
    expect(await nextCode()).toBe(next);
    // An edit moves it no further than a new account does.
    const { id } = ours.student;
    await edit(id, { identifier_code: String(next + 20_000) }, ourMod);
    expect(await nextCode()).toBe(next);
    const blocked = Array.from({ length: 150 }, (_, at) => [`em.khoi.${at}`, next + at] as const);
    await database.db
      .insertInto('users')
      .values(
        blocked.map(([username, code]) => ({
          username,
          identifier_code: String(code),
          role: 'Student',
          school_id: theirs.schoolId,
          password_hash: '',
          first_name: 'Em',
        })),
      )
      .execute();
    const { body } = await create(ourMod);
    expect(body.identifier_code).toBe(String(next + 150));
  });

  test('is held by no code that is too long, which is refused at its field', async () => {
    const next = await nextCode();
    const typed = await create(theirMod, { identifier_code: '9'.repeat(50) });
    expect(typed).toMatchObject({ status: 400, body: { issues: [{ path: 'identifier_code' }] } });
    const { body } = await create(ourMod);
    expect(body.identifier_code).toBe(String(next));
  });

  test('survives a code of 50 digits from before the limit, and so does its student', async () => {
    const next = await nextCode();
    const long = '9'.repeat(50);
    const { id } = theirs.student;
    await database.db
      .updateTable('users')
      .set({ identifier_code: long })
      .where('id', '=', id)
      .execute();
    expect(await nextCode()).toBe(next);
    expect((await create(ourMod)).status).toBe(201);
    const changed = await edit(id, { phone: '0912' }, theirMod);
    expect(changed).toMatchObject({ status: 200, body: { identifier_code: long } });
  });
});

describe('a username or code that was somebody’s', () => {
  const former = async () => {
    const code = `CU-${++number}`;
    const { body } = await create(ourMod, { identifier_code: code });
    return { id: body.id as number, username: body.username as string, code };
  };
  const take = (lines: string[], query = {}) =>
    sendTable(app, studentTables.take, {
      token: ourMod.token,
      content: ['Mã định danh,Tên đăng nhập,Tên,Email', ...lines].join('\n'),
      query,
    });

  test('is nobody else’s after the account is deleted', async () => {
    const { id, username, code } = await former();
    expect((await remove(id)).status).toBe(200);
    const byName = await create(theirMod, { username: username.toUpperCase() });
    expect(byName).toMatchObject({ status: 409, body: { issues: [{ path: 'username' }] } });
    expect(byName.body.message).toMatch('từng thuộc về một tài khoản khác');
    const byCode = await create(theirMod, { identifier_code: code });
    expect(byCode).toMatchObject({ status: 409, body: { issues: [{ path: 'identifier_code' }] } });
    const renamed = await edit(theirs.otherStudent.id, { username });
    expect(renamed.status).toBe(409);
  });

  test('is nobody else’s after it was changed, but its owner’s again on request', async () => {
    const { id, username, code } = await former();
    const other = { username: `${username}.moi`, identifier_code: `${code}-MOI` };
    expect((await edit(id, other)).status).toBe(200);
    expect((await create(theirMod, { username })).status).toBe(409);
    expect((await create(theirMod, { identifier_code: code })).status).toBe(409);
    const back = await edit(id, { username, identifier_code: code });
    expect(back).toMatchObject({ status: 200, body: { username, identifier_code: code } });
    expect((await create(theirMod, other)).status).toBe(409);
  });

  test('is told by row and column when a table gives it to somebody else', async () => {
    const { id, username, code } = await former();
    await remove(id);
    const lines = [`${code},em.la,An,a@example.vn`, `M-${number},${username},Bình,b@example.vn`];
    for (const dry_run of [true, false]) {
      const { status, body } = await take(lines, { dry_run });
      expect(status).toBe(dry_run ? 200 : 400);
      const told = dry_run
        ? body.problems.map((one: { row: number; column: string }) => `${one.row}.${one.column}`)
        : body.issues.map(({ path }: { path: string }) => path);
      expect(told).toEqual(['2.Mã định danh', '3.Tên đăng nhập']);
    }
  });
});
