import { auth } from '@lop-xanh/contract/auth';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { posts } from '@lop-xanh/contract/posts';
import sql, { raw } from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { findBrokenInvariants } from '../testing/broken-invariants.ts';
import { password, passwordHash } from '../testing/fixtures.ts';
import { makeTestApp, makeTestStorage, request } from '../testing/test-app.ts';
import { createDatabaseAfter, stepsBeforeYears, thisYear } from '../testing/upgrade-steps.ts';
import { migrate } from './migrator.ts';

test('two years of moves become classes by year, with everybody where they were', async () => {
  const database = await createDatabaseAfter(stepsBeforeYears);
  const { db, connection, pool } = database;
  const [year0, year1, year2] = [thisYear - 2, thisYear - 1, thisYear] as const;
  await pool.query(`
    insert into schools (school_name, created_at) values ('TH Cũ', '${year0}-08-01');
    insert into classes (school_id, grade_id, name, created_at, deleted_at) values
      (2, 3, '3A', '${year0}-08-01', null), (2, 4, '4B', '${year0}-08-01', null),
      (2, 5, '5C', '${year0}-08-01', '${year1}-12-20 10:00+07');
    insert into users (id, school_id, class_id, role, username, password_hash, first_name, created_at)
      overriding system value values
      (101, 2, 4, 'Teacher', 'co.mai', '${passwordHash}', 'Mai', '${year0}-08-01'),
      (102, 2, 3, 'Teacher', 'thay.nam', '${passwordHash}', 'Nam', '${year0}-08-01'),
      (103, 2, 3, 'Student', 'be.o', '${passwordHash}', 'Ở', '${year0}-08-01'),
      (104, 2, 4, 'Student', 'be.chuyen', '${passwordHash}', 'Chuyển', '${year0}-08-01'),
      (105, 2, null, 'Student', 'be.roi', '${passwordHash}', 'Rời', '${year0}-08-01'),
      (106, 2, 3, 'Student', 'be.la', '${passwordHash}', 'Lạ', '${year2}-08-10');
    insert into class_history (school_id, user_id, role, first_name, last_name, from_class_id,
      from_class_name, to_class_id, to_class_name, changed_by_username, changed_at) values
      (2, 101, 'Teacher', 'Mai', '', null, null, 3, '3 Sao', 'mod', '${year0}-09-01 08:00+07'),
      (2, 103, 'Student', 'Ở cũ', '', null, null, 3, '3 Sao', 'mod', '${year0}-09-01 09:00+07'),
      (2, 104, 'Student', 'Chuyển', '', null, null, 3, '3 Sao', 'mod', '${year0}-09-01 09:00+07'),
      (2, 105, 'Student', 'Rời', '', null, null, 5, '5C', 'mod', '${year0}-09-01 09:00+07'),
      (2, 101, 'Teacher', 'Mai', '', 3, '3A', 4, '4B', 'mod', '${year1}-12-01 08:00+07'),
      (2, 102, 'Teacher', 'Nam', '', null, null, 3, '3A', 'mod', '${year1}-12-01 07:59:59+07'),
      (2, 105, 'Student', 'Rời', '', 5, '5C', null, null, 'admin', '${year1}-12-20 10:00+07'),
      (2, 104, 'Student', 'Chuyển', '', 3, '3A', 4, '4B', 'mod', '${year1 + 1}-03-01 08:00+07');
    insert into posts (id, school_id, author_id, title, content, status, created_at)
      overriding system value values
      (101, 2, 101, 'lớp 3, năm đầu', 'x', 'approved', '${year0}-10-10'),
      (102, 2, 101, 'lớp 3, năm sau', 'x', 'approved', '${year1}-10-10'),
      (103, 2, 101, 'lớp 4, năm sau', 'x', 'approved', '${year1 + 1}-01-10'),
      (104, 2, 101, 'lớp 4, năm nay', 'x', 'approved', '${year2}-08-10'),
      (105, 2, 102, 'trước khi có lịch sử', 'x', 'approved', '${year0}-10-10');
    insert into attendance_sheets (id, school_id, class_id, school_year, week, date, taken_by, present, total)
      overriding system value
      select 100 + row_number() over (), 2, class_id, year, 1, make_date(year, 9, 7), 101, 1, 1
      from unnest(array[3, 3, 3, 5], array[${year0}, ${year1}, ${year2}, ${year0}]) sheet (class_id, year);
    insert into student_names values (2, 103, 1, 'Ở cũ');
    insert into attendance_records select 103, id, 2, 1, true, null from attendance_sheets where school_id = 2;`);
  await migrate(connection);

  const readTable = async (statement: ReturnType<typeof sql>) =>
    (await db.values(z.string(), statement)).map((line) => line.replaceAll(String(year0), 'Y0'));
  const asText = (text: string) =>
    text
      .replaceAll('Y2', String(year2))
      .replaceAll('Y1', String(year1))
      .trim()
      .split('\n')
      .map((line) => line.trim());
  const day = (column: string) =>
    raw(`to_char(${column} at time zone interval '7 hours', 'YYYY-MM-DD')`);
  expect(
    await readTable(sql`
      select concat_ws(' ', member.username, kind, class.name, class.year,
                       ${day('started_at')}, ${day('ended_at')}, started_by_username)
      from memberships join users member on member.id = user_id join classes class on class.id = class_id
      where memberships.school_id = 2 order by user_id, started_at`),
  ).toEqual(
    asText(`
      co.mai homeroom 3 Sao Y0 Y0-09-01 Y1-08-01 mod
      co.mai homeroom 3A Y1 Y1-08-01 Y1-12-01
      co.mai homeroom 4B Y1 Y1-12-01 Y2-08-01 mod
      co.mai homeroom 4B Y2 Y2-08-01
      thay.nam homeroom 3A Y1 Y1-12-01 Y2-08-01 mod
      thay.nam homeroom 3A Y2 Y2-08-01
      be.o student 3 Sao Y0 Y0-09-01 Y1-08-01 mod
      be.o student 3A Y1 Y1-08-01 Y2-08-01
      be.o student 3A Y2 Y2-08-01
      be.chuyen student 3 Sao Y0 Y0-09-01 Y1-08-01 mod
      be.chuyen student 3A Y1 Y1-08-01 ${year1 + 1}-03-01
      be.chuyen student 4B Y1 ${year1 + 1}-03-01 Y2-08-01 mod
      be.chuyen student 4B Y2 Y2-08-01
      be.roi student 5C Y0 Y0-09-01 Y1-08-01 mod
      be.roi student 5C Y1 Y1-08-01 Y1-12-20
      be.la student 3A Y2 Y2-08-10`),
  );
  expect(
    await readTable(sql`
      select concat_ws(' ', post.id, class.name, class.year)
      from posts post join classes class on class.id = class_id where post.school_id = 2 order by post.id`),
  ).toEqual(asText('101 3 Sao Y0\n102 3A Y1\n103 4B Y1\n104 4B Y2\n105 3A Y2'));
  expect(
    await readTable(sql`
      select concat_ws(' ', sheet.id, class.name, class.year, school_year)
      from attendance_sheets sheet join classes class on class.id = class_id
      where sheet.school_id = 2 order by sheet.id`),
  ).toEqual(asText('101 3 Sao Y0 Y0\n102 3A Y1 Y1\n103 3A Y2 Y2\n104 5C Y0 Y0'));

  const app = await makeTestApp(database, {}, onTestFinished);
  const readTitles = async (username: string) => {
    const login = await request(app, auth.login, { body: { username, password } });
    const { token } = login.body;
    const titles: string[] = [];
    for (const id of [101, 102, 103, 104, 105]) {
      const { status, body } = await request(app, posts.read, { token, params: { id } });
      if (status === 200) titles.push((body as ResponseOf<typeof posts.read>).title);
    }
    return titles;
  };
  expect(await readTitles('be.o')).toEqual([
    'lớp 3, năm đầu',
    'lớp 3, năm sau',
    'trước khi có lịch sử',
  ]);
  expect(await readTitles('be.chuyen')).toEqual([
    'lớp 3, năm đầu',
    'lớp 3, năm sau',
    'lớp 4, năm sau',
    'lớp 4, năm nay',
  ]);
  expect(await readTitles('be.la')).toEqual(['trước khi có lịch sử']);

  const names = await db.values(
    z.string(),
    sql`select first_name from former_user_names where user_id = 103`,
  );
  expect(names).toEqual(['Ở cũ']);
  const broken = await findBrokenInvariants(database, makeTestStorage(onTestFinished));
  // The rows of the steps name files that were never stored.
  expect(broken.filter((invariant) => !invariant.startsWith('a missing file'))).toEqual([]);
});
