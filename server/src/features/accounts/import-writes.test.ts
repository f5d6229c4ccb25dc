import { studentTables } from '@lop-xanh/contract/account-tables';
import { expect, test } from 'vitest';
import { addSchool, addUser } from '../../testing/people.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { setNextNumber } from './codes.queries.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);
const { token } = await addUser(database, { role: 'Mod', school_id: schoolId });

const heading = 'Mã định danh,Tên đăng nhập,Tên,Email,Số điện thoại';
const take = (lines: string[], query = {}) =>
  sendTable(app, studentTables.take, { token, content: [heading, ...lines].join('\n'), query });
const students = () =>
  db
    .selectFrom('users')
    .select(['username', 'first_name', 'email', 'phone', 'version'])
    .where('role', '=', 'Student')
    .orderBy('username')
    .execute();

test('a new student’s code is nobody’s username, here or in the file', async () => {
  await setNextNumber(db, 5001);
  for (const username of ['5001', '5003']) {
    const { id } = await addUser(database, { role: 'Teacher', school_id: schoolId });
    await db.updateTable('users').set({ username }).where('id', '=', id).execute();
  }
  const lines = [',,Hoa,a@example.vn,', 'X1,5002,Lan,b@example.vn,', ',,Mai,c@example.vn,'];
  const names = (rows: { username: string }[]) => rows.map(({ username }) => username);
  const dry = await take(lines, { dry_run: true });
  expect(dry.body.problems).toEqual([]);
  expect(names(dry.body.rows)).toEqual(['5004', '5002', '5005']);
  const { status, body } = await take(lines);
  expect(status).toBe(200);
  expect(names(body.accounts)).toEqual(['5004', '5002', '5005']);
});

test('a file that changes many changes each in what it says alone, all by one statement', async () => {
  await db.deleteFrom('users').where('role', '=', 'Student').execute();
  const line = (at: number, name: string, phone: string) =>
    `M${at},em.${at},${name},a@example.vn,${phone}`;
  const places = Array.from({ length: 30 }, (_, at) => at + 10);
  await take(places.map((at) => line(at, 'Hoa', '0912')));
  const before = await students();

  const changed = places.map((at) => (at % 2 ? line(at, 'Lan', '0912') : line(at, 'Hoa', '')));
  expect((await take(changed)).body).toMatchObject({ changed: 30 });
  expect(await students()).toEqual(
    before.map((student, at) => ({
      ...student,
      ...(at % 2 ? { first_name: 'Lan' } : { phone: null }),
      version: student.version + 1,
    })),
  );
  const { rows: statements } = await database.pool.query(
    "select distinct xmin::text, cmin::text from users where role = 'Student'",
  );
  expect(statements).toHaveLength(1);
});

test.each([
  ['Mã định danh', 'M\0,em.an,An,a@example.vn,'],
  ['Tên đăng nhập', ',em\0an,An,a@example.vn,'],
  ['Tên', ',em.an,A\0n,a@example.vn,'],
])('a null byte in the column %s is told', async (column, line) => {
  const { status, body } = await take([line], { dry_run: true });
  expect(status).toBe(200);
  expect(body.problems).toMatchObject([{ row: 2, column }]);
});
