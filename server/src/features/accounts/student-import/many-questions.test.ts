import {
  type DoubleAnswer,
  type ImportCheck,
  type ImportOptions,
  studentImport,
} from '@lop-xanh/contract/student-import';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import {
  addClass,
  addSchool,
  addUser,
  type TestUser,
  updateRow,
} from '../../../testing/fixtures.ts';
import { sendStudentList } from '../../../testing/send-student-list.ts';
import { makeTestApp } from '../../../testing/test-app.ts';
import { makeTestDatabase } from '../../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let schoolId: number;
let classId: number;
let mod: TestUser;
beforeEach(async () => {
  schoolId = await addSchool(db);
  classId = await addClass(db, schoolId, '3A');
  mod = await addUser(database, { role: 'Mod', school_id: schoolId });
});

const check = async (content: string, options: ImportOptions = {}): Promise<ImportCheck> => {
  const { token } = mod;
  const { path } = studentImport.check;
  const { status, body } = await sendStudentList(app, path, content, { token, options });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const heading = 'STT,Họ và tên,Ngày sinh,Lớp,Mã HS,Email';
const list = (lines: string[]) => [heading, ...lines].join('\n');

const count = 1_200;
const families = ['Lê', 'Trần', 'Phạm', 'Vũ', 'Đỗ', 'Hồ', 'Bùi', 'Ngô', 'Lý', 'Mai', 'Đinh', 'Tạ'];
const middles = ['Gia', 'Thu', 'Văn', 'Thị', 'Bảo', 'Hà', 'Minh', 'Anh', 'Hải', 'Kim'];
const givens = ['An', 'Bình', 'Chi', 'Dũng', 'Giang', 'Hân', 'Khoa', 'Lan', 'Nga', 'Sơn'];
const names = families.flatMap((family) =>
  middles.flatMap((middle) => givens.map((given) => [`${family} ${middle}`, given] as const)),
);
const lines = names.map(([last, first], index) => `${index + 1},${last} ${first},,3A,,`);

/** As if the list had been imported before. */
async function addStudents(): Promise<void> {
  const students = names.map(([last, first], index) => ({ last, first, number: index }));
  await db.run(sql`
    with student as (
      insert into users (school_id, role, username, password_hash, last_name, first_name)
      select ${schoolId}::bigint, 'Student', 'ds.' || ${schoolId}::bigint || '.' || number,
             (select password_hash from users where id = ${mod.id}), last, first
      from jsonb_to_recordset(${JSON.stringify(students)}::jsonb)
        as student (last text, first text, number int)
      returning id
    )
    insert into memberships (school_id, class_id, user_id, kind, started_at)
    select ${schoolId}::bigint, ${classId}::bigint, id, 'student', now() from student`);
}

test('a list of 1,200 students is imported again with one answer', async () => {
  await addStudents();
  const file = list(lines);
  const { open, doubles } = await check(file);
  expect([open, doubles.length]).toEqual([count, count]);
  const answerAll = (answer: DoubleAnswer, own: ImportOptions['doubles'] = []) =>
    check(file, { other_doubles: answer, doubles: own });
  expect(await answerAll('same')).toMatchObject({
    open: 0,
    counts: { created: 0, unchanged: count },
  });
  const {
    open: left,
    counts,
    doubles: answered,
  } = await answerAll('skip', [{ sheet: '', row: 2, answer: 'different' }]);
  expect({ left, ...counts }).toMatchObject({ left: 0, created: 1, skipped: count - 1 });
  expect(answered.slice(0, 2).map(({ answer }) => answer)).toEqual(['different', 'skip']);
});

test('values that cannot be imported are left empty all at once, whatever is wrong with them', async () => {
  const file = list(
    names.map(
      ([last, first], index) =>
        `${index + 1},${last} ${first},31/2/2018,3A,MS${index % 1_199},mail`,
    ),
  );
  const dates = { field: 'birth_date', reason: 'invalid_date' } as const;
  const emails = { field: 'email', reason: 'invalid_email' } as const;
  const codes = { field: 'identifier_code', reason: 'duplicate_of_row' } as const;
  const { problems } = await check(file);
  // The plan stops counting.
  expect(problems).toMatchObject([
    { ...dates, count },
    { ...emails, count: 1_000 },
    { reason: 'more_problems', count: 1 },
  ]);
  const withoutDates = await check(file, { blanks: [dates] });
  expect(withoutDates.problems).toMatchObject(problems.slice(1).map(({ reason }) => ({ reason })));
  const { open, counts } = await check(file, { blanks: [dates, emails, codes] });
  expect([open, counts.created]).toEqual([0, count]);
});

test('a student whom the school has in the same class with another birth date is asked about', async () => {
  const inClass = { role: 'Student', school_id: schoolId, class_id: classId } as const;
  for (const birth_date of ['2018-02-01', '2018-04-03']) {
    const { id } = await addUser(database, { ...inClass, last_name: 'Lê' });
    await updateRow(db, 'users', id, { birth_date });
  }
  const other = list(['1,Lê An,5/6/2018,3A,,']);
  expect((await check(other)).doubles).toMatchObject([
    { by: 'class_name', answer: null, other: { birth_date: '2018-02-01' } },
  ]);
  // The day of birth says which of two.
  expect((await check(list(['1,Lê An,3/4/2018,3A,,']))).doubles).toMatchObject([
    { by: 'birth_date', other: { birth_date: '2018-04-03' } },
  ]);
  expect((await check(list(['1,Lê An,5/6/2018,3B,,']))).doubles).toEqual([]);
});
