import { studentTables } from '@lop-xanh/contract/account-tables';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addSchool, addUser } from '../../testing/fixtures.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { setNextCodeNumber } from './identifier-codes.queries.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);
const { token } = await addUser(database, { role: 'Mod', school_id: schoolId });

const heading = 'Mã định danh,Tên đăng nhập,Tên,Email,Số điện thoại';
const importTable = (lines: string[], query = {}) =>
  sendTable(app, studentTables.importTable, {
    token,
    content: [heading, ...lines].join('\n'),
    query,
  });
const listStudents = () =>
  db.many(
    z.object({
      username: z.string(),
      first_name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      version: z.number(),
    }),
    sql`
      select username, first_name, email, phone, version from users where role = 'Student'
      order by username`,
  );

test('a new student’s code never equals a username in the database or in the file', async () => {
  await setNextCodeNumber(db, 5001);
  for (const username of ['5001', '5003']) {
    const { id } = await addUser(database, { role: 'Teacher', school_id: schoolId });
    await db.run(sql`update users set username = ${username} where id = ${id}`);
  }
  const lines = [',,Hoa,a@example.vn,', 'X1,5002,Lan,b@example.vn,', ',,Mai,c@example.vn,'];
  const toUsernames = (rows: { username: string }[]) => rows.map(({ username }) => username);
  const dryRun = await importTable(lines, { dry_run: true });
  expect(dryRun.body.problems).toEqual([]);
  expect(toUsernames(dryRun.body.rows)).toEqual(['5004', '5002', '5005']);
  const { status, body } = await importTable(lines);
  expect(status).toBe(200);
  expect(toUsernames(body.accounts)).toEqual(['5004', '5002', '5005']);
});

test('an import of many changes writes only the changed fields, in one statement', async () => {
  await db.run(sql`delete from users where role = 'Student'`);
  const toLine = (number: number, name: string, phone: string) =>
    `M${number},em.${number},${name},a@example.vn,${phone}`;
  const numbers = Array.from({ length: 30 }, (_, index) => index + 10);
  await importTable(numbers.map((number) => toLine(number, 'Hoa', '0912')));
  const before = await listStudents();

  const changedLines = numbers.map((number) =>
    number % 2 ? toLine(number, 'Lan', '0912') : toLine(number, 'Hoa', ''),
  );
  expect((await importTable(changedLines)).body).toMatchObject({ changed: 30 });
  expect(await listStudents()).toEqual(
    before.map((student, index) => ({
      ...student,
      ...(index % 2 ? { first_name: 'Lan' } : { phone: null }),
      version: student.version + 1,
    })),
  );
  const statements = await db.values(
    z.string(),
    sql`select distinct xmin || ' ' || cmin from users where role = 'Student'`,
  );
  expect(statements).toHaveLength(1);
});

test.each([
  ['Mã định danh', 'M\0,em.an,An,a@example.vn,'],
  ['Tên đăng nhập', ',em\0an,An,a@example.vn,'],
  ['Tên', ',em.an,A\0n,a@example.vn,'],
])('a null byte in the column %s is reported', async (column, line) => {
  const { status, body } = await importTable([line], { dry_run: true });
  expect(status).toBe(200);
  expect(body.problems).toMatchObject([{ row: 2, column }]);
});
