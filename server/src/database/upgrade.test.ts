import { auth } from '@lop-xanh/contract/auth';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { listTables, readRows, type Table } from '../backup/table-rows.ts';
import { publishChanges } from '../features/notifications/notifications.queries.ts';
import { readCatalog } from '../testing/catalog.ts';
import { password } from '../testing/fixtures.ts';
import { makeTestApp, request } from '../testing/test-app.ts';
import { openEmptyDatabase } from '../testing/test-database.ts';
import {
  createDatabaseAfter,
  createDatabaseOfFirstVersion,
  firstReleaseSteps,
  steps,
  stepsBeforeAvatars,
  stepsBeforeExcuses,
  stepsBeforeModeration,
  stepsBeforeTeaching,
} from '../testing/upgrade-steps.ts';
import type { Db } from './database.ts';
import { migrationNames } from './migration-files.ts';
import { migrate } from './migrator.ts';

/** Tables that a later migration renames. */
const renamedTables: Record<string, string> = {
  pupil_names: 'student_names',
  notification_news: 'notification_changes',
};

/** Every row of the tables, limited to the described columns. */
const readAllRows = (db: Db, tables: Table[]) =>
  db.transaction(async (transaction) => {
    const rows: Record<string, unknown[]> = {};
    for (const table of tables) {
      rows[table.name] = [];
      for await (const lines of readRows(transaction, table)) {
        rows[table.name]?.push(...lines.map((line) => JSON.parse(line) as unknown));
      }
    }
    return rows;
  });

test('every migration has a step here', () => {
  expect(steps.map(([migration]) => migration).toSorted()).toEqual(migrationNames());
});

const upgradedUser = z.object({
  version: z.number(),
  full_name: z.string(),
  given_name: z.string(),
  search_text: z.string(),
});

/** Rewritten by migrations, which tests below cover, or short-lived, as failed logins are. */
const excludedTables = ['migrations', 'idempotency_keys', 'login_attempts', 'class_history'];

/** Columns that a later migration replaces, which tests below cover. */
const droppedColumns = ['users.class_id', 'parents_children.school_id', 'notifications.bucket'];

test.each(steps.map(([step], at) => [step, at + 1] as const))(
  'a database as of %s is upgraded with every row of every table',
  async (_, count) => {
    const database = await createDatabaseAfter(count);
    const { db, connection } = database;
    const tables = (await listTables(db))
      .filter(({ name }) => !excludedTables.includes(name))
      .map((table) => ({
        ...table,
        columns: table.columns.filter(
          (column) => !droppedColumns.includes(`${table.name}.${column}`),
        ),
      }));
    const before = await readAllRows(db, tables);
    expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true);

    const run = await migrate(connection);
    expect(run).toHaveLength(migrationNames().length - count);
    const rename = (name: string) => renamedTables[name] ?? name;
    const after = await readAllRows(
      db,
      tables.map((table) => ({ ...table, name: rename(table.name) })),
    );
    // A class with a past has one more row for each earlier school year.
    after.classes = after.classes?.slice(0, before.classes?.length) ?? [];
    const expectedRows = Object.entries(before).map(([name, rows]) => [rename(name), rows]);
    expect(after).toEqual(Object.fromEntries(expectedRows));

    const student = await db.one(
      upgradedUser,
      sql`
        select version, full_name, given_name, search_text from users where username = 'be.an'`,
    );
    expect(student).toEqual({
      version: 1,
      full_name: 'Đặng Ngọc Ân',
      given_name: 'Ân',
      search_text: ' dang ngoc an be an 2026000007',
    });
    const files = await db.values(
      z.string(),
      sql`select name from stored_files where unreferenced_since is null order by name`,
    );
    const expected = ['aa/mot.webp', 'aa/nho.webp', 'bb/bai.webp'];
    const avatarFiles = count <= stepsBeforeAvatars ? [] : ['cc/cho.webp', 'cc/mod.webp'];
    const taughtFiles = count <= stepsBeforeTeaching ? [] : ['dd/pin.webp'];
    expect(files).toEqual([
      ...expected.slice(0, [0, 0, 0, 2][count] ?? 3),
      ...avatarFiles,
      ...taughtFiles,
    ]);
    const photos = await db.many(
      z.object({ school_id: z.number().nullable(), bytes: z.number() }),
      sql`
        select school_id, bytes from stored_files where name in ('aa/mot.webp', 'aa/nho.webp')
        order by name`,
    );
    const expectedPhotos = [
      { school_id: 1, bytes: 12_345 },
      { school_id: 1, bytes: 0 },
    ];
    expect(photos).toEqual(count < 3 ? [] : expectedPhotos);
    const app = await makeTestApp(database, {}, onTestFinished);
    const login = await request(app, auth.login, { body: { username: 'CO.HOA', password } });
    expect(login.status).toBe(200);
    const { body } = await request(app, posts.list, { token: login.body.token, query: {} });
    const titles = (body as ResponseOf<typeof posts.list>).posts.map(({ title }) => title);
    expect(titles).toEqual(count < 3 ? [] : ['Chờ duyệt', 'Tết trồng cây']);
  },
);

test('the schema of 0.1.0 becomes that of a new installation, which notifies its users', async () => {
  const { db, connection, pool } = await createDatabaseOfFirstVersion();
  await migrate(connection);
  const fresh = await openEmptyDatabase();
  await migrate(fresh.connection);
  const expected = await readCatalog(fresh.db);
  expect(expected.length).toBeGreaterThan(500);
  expect(await readCatalog(db)).toEqual(expected);

  const listener = await pool.connect();
  onTestFinished(() => listener.release());
  const notified: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => notified.push(...(payload?.split(',') ?? [])));
  await listener.query('listen notifications');
  await db.run(sql`
    insert into notifications (user_id, type, ref_id, sender_id) values (3, 'password_reset', 3, 2)`);
  await publishChanges(db);
  await expect
    .poll(() => notified.toSorted((a = '', b = '') => a.localeCompare(b)))
    .toEqual(['1', '3']);
});

test('a stored response becomes a reference without its content, and its key still writes once', async () => {
  const database = await createDatabaseAfter(firstReleaseSteps);
  await migrate(database.connection);
  const key = await database.db.one(
    z.object({ is_key: z.boolean(), fingerprint: z.null(), reference: z.unknown() }),
    sql`
      select key_hash = sha256('khoa') as is_key, fingerprint, reference from idempotency_keys`,
  );
  expect(key).toEqual({ is_key: true, fingerprint: null, reference: { id: 1 } });

  const app = await makeTestApp(database, {}, onTestFinished);
  const login = await request(app, auth.login, { body: { username: 'co.hoa', password } });
  const repeated = await request(app, posts.create, {
    token: login.body.token,
    headers: { 'idempotency-key': 'khoa' },
    body: { title: 'Tết trồng cây', content: 'Nội dung' },
  });
  expect(repeated).toMatchObject({ status: 201, body: { id: 1, title: 'Tết trồng cây' } });
  expect(await database.db.value(z.number(), sql`select count(*) from posts`)).toBe(2);
});

test('nobody knows whether absences from before excuses were excused', async () => {
  const { db, connection, pool } = await createDatabaseAfter(stepsBeforeExcuses);
  await pool.query(`
    insert into attendance_corrections (school_id, sheet_id, student_id, was_present, reason, corrected_by)
      values (1, 1, 3, false, 'Ghi chú', 2)`);
  await migrate(connection, { names: ['2026-11-21-getting-in.sql'] });
  await pool.query(`
    insert into attendance_sheets (school_id, class_id, school_year, week, date, taken_by, present, total)
      select 1, 1, school_year, 2, date + 7, 2, 0, 1 from attendance_sheets;
    insert into attendance_records (student_id, sheet_id, school_id, name_number, is_present)
      values (3, 2, 1, 1, false);`);
  await migrate(connection);
  const excuse = z.boolean().nullable();
  expect(
    await db.values(excuse, sql`select is_excused from attendance_records order by sheet_id`),
  ).toEqual([null, false]);
  const former = sql`select was_excused from attendance_corrections order by id`;
  expect(await db.values(excuse, former)).toEqual([false, null]);
});

const identifierOwners = z.object({
  heir: z.number(),
  heir_of_code: z.number(),
  mod: z.number(),
  next: z.number(),
  parents: z.array(z.number()),
});

test('usernames and links of deleted accounts do not break the upgrade', async () => {
  const { db, connection } = await createDatabaseAfter(firstReleaseSteps);
  const [heir, , , former] = await db.values(
    z.number(),
    sql`
    insert into users (school_id, role, username, password_hash, first_name, identifier_code, deleted_at)
    values (1, 'Student', 'BE.CU', '', 'Bình', '00012', null),
           (1, 'Student', 'be.chin', '', 'Chín', repeat('9', 50), null),
           (1, 'Student', 'be.xa', '', 'Xa', '9999999999', null),
           (1, 'Parent', 'Mod', '', 'Cũ', null, now())
    returning id`,
  );
  await db.run(sql`insert into parents_children values (1, ${former}, 3)`);
  await migrate(connection);
  const found = await db.one(
    identifierOwners,
    sql`
    select (select user_id from used_usernames where username = 'be.cu') as heir,
      (select user_id from used_codes where code = '00012') as heir_of_code,
      (select user_id from used_usernames where username = 'mod') as mod,
      (select next_number from code_numbering) as next,
      (select array_agg(parent_id) from parents_children) as parents`,
  );
  expect(found).toEqual({ heir, heir_of_code: heir, mod: 1, next: 2026000008, parents: [4] });
});

test('posts, comments and likes from before moderation stay as they were shown', async () => {
  const { db, connection, pool } = await createDatabaseAfter(stepsBeforeModeration);
  await pool.query(`
    insert into notifications (user_id, type, ref_id, sender_id, created_at) values
      (2, 'like_agg', 1, 3, '2026-11-15 08:04:59+00'), (2, 'like_agg', 1, 4, '2026-11-15 08:00:00+00'),
      (2, 'comment', 1, 4, '2026-11-15 08:00:00+00')`);
  await migrate(connection);
  const comment = await db.many(
    z.object({ school_id: z.number(), status: z.string(), version: z.number() }),
    sql`select school_id, status, version from comments`,
  );
  expect(comment).toEqual([{ school_id: 1, status: 'visible', version: 1 }]);
  const keys = await db.values(
    z.string().nullable(),
    sql`select group_key from notifications where user_id = 2 order by id`,
  );
  expect(keys).toEqual(['like:1:1794729600', 'like:1:1794729600', null]);
  expect(
    await db.value(z.boolean(), sql`select bool_and(submitted_at = created_at) from posts`),
  ).toBe(true);
  expect(
    await db.value(
      z.string(),
      sql`select school.comment_mode || class.comment_mode from schools school, classes class limit 1`,
    ),
  ).toBe('openopen');
});
