import { auth } from '@lop-xanh/contract/auth';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { posts } from '@lop-xanh/contract/posts';
import { getSchoolYear, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import sql, { raw } from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { listTables, readRows, type Table } from '../backup/table-rows.ts';
import { findBrokenInvariants } from '../testing/broken-invariants.ts';
import { password, passwordHash } from '../testing/fixtures.ts';
import { makeTestApp, makeTestStorage, request } from '../testing/test-app.ts';
import { openEmptyDatabase } from '../testing/test-database.ts';
import type { Database, Db } from './database.ts';
import { migrate, migrationNames } from './migrator.ts';

const thisYear = getSchoolYear(getVietnamDate(new Date()));

/** The migrations in the order of their creation, each with rows that a school wrote into its tables. */
const steps: [migration: string, inserts: string][] = [
  [
    '2026-11-15-accounts.sql',
    `insert into schools (school_name) values ('TH Kim Đồng');
     insert into classes (school_id, grade_id, name) values (1, 3, '3A'), (1, 4, '4B');
     insert into users (school_id, class_id, role, username, password_hash, last_name, first_name,
       identifier_code, email, deleted_at, must_change_password) values
       (1, null, 'Mod', 'mod', :hash, 'Lê Anh', 'Tuấn', null, null, null, false),
       (1, 1, 'Teacher', 'co.hoa', :hash, 'Nguyễn Thị', 'Hoa', null, 'hoa@example.vn', null, false),
       (1, 1, 'Student', 'be.an', :hash, 'Đặng Ngọc', 'Ân', '2026000007', null, null, true),
       (1, null, 'Parent', 'ba.an', :hash, '', 'Long', null, null, null, false),
       (1, 2, 'Student', 'be.cu', :hash, 'Trần', 'Bình', '00012', null, '2026-01-02 03:04:05.678901+07', false);
     insert into parents_children values (1, 4, 3);`,
  ],
  [
    '2026-11-15-sessions.sql',
    `insert into sessions values ('\\x00ff', 2, now(), now() + interval '30 days');
     insert into login_attempts (username, address) values ('co.hoa', '192.0.2.1');
     insert into idempotency_keys values (2, 'khoa', 'digest', '{"id": 1, "title": "Tết", "text": null}');`,
  ],
  [
    '2026-11-15-posts.sql',
    `insert into secrets values ('file-urls', '\\x010203');
     insert into posts (school_id, author_id, title, content, status, version, decided_by) values
       (1, 2, 'Tết trồng cây', E'Dòng một\\nDòng hai \u2028 "ba"', 'approved', 2, 1),
       (1, 2, 'Chờ duyệt', 'Nội dung', 'pending', 1, null);
     insert into attachments (school_id, post_id, position, file, thumb, mime, filename, bytes, width, height)
       values (1, 1, 0, 'aa/mot.webp', 'aa/nho.webp', 'image/webp', 'ảnh.jpg', 12345, 800, 600);
     insert into likes values (1, 3);
     insert into comments (post_id, user_id, text) values (1, 4, 'Đẹp quá');`,
  ],
  [
    '2026-11-15-lessons.sql',
    `insert into lesson_thumbnails values ('bb/bai.webp');
     insert into lessons (grade_id, title) values (3, 'Nước sạch');
     insert into lesson_weeks values (1, 0, 1, 'Giọt nước', 'Tóm tắt', null, 'active', 'bb/bai.webp',
       '{Khởi động,"Thực hành, vẽ"}', '{}');`,
  ],
  [
    '2026-11-15-attendance.sql',
    `insert into attendance_sheets (school_id, class_id, school_year, week, date, taken_by, present, total)
       values (1, 1, ${thisYear}, 1, '${thisYear}-09-07', 2, 0, 1);
     insert into pupil_names values (1, 3, 1, 'Đặng Ngọc Ân');
     insert into attendance_records values (3, 1, 1, 1, false, 'Bị sốt');`,
  ],
  [
    '2026-11-15-administration.sql',
    `insert into class_history (school_id, user_id, role, first_name, last_name, to_class_id, to_class_name,
       changed_by, changed_by_username) values (1, 3, 'Student', 'Ân', 'Đặng Ngọc', 1, '3A', 1, 'mod');
     insert into audit_log (actor_id, actor, actor_role, action, subject, subject_id, subject_name, school_id)
       values (1, 'mod', 'Mod', 'created', 'account', 3, 'be.an', 1);`,
  ],
  [
    '2026-11-15-notifications.sql',
    `insert into notifications (user_id, type, ref_id, sender_id, about)
       values (1, 'post_pending', 2, 2, 'Chờ duyệt');`,
  ],
  [
    '2026-11-16-codes.sql',
    `insert into users (school_id, role, username, password_hash, first_name, identifier_code)
       values (1, 'Student', 'Be.Na', :hash, 'Na', '2026000008');
     update users set username = 'be.na.2', identifier_code = 'HS-8' where username = 'Be.Na';`,
  ],
  [
    '2026-11-16-comments.sql',
    `insert into comment_times values (4, array['2026-11-16 08:00:00+07'::timestamptz]);`,
  ],
  ['2026-11-16-deleted-families.sql', ''],
  [
    '2026-11-16-lesson-audit.sql',
    `insert into audit_log (actor_id, actor, actor_role, action, subject, subject_id, subject_name)
       values (1, 'mod', 'Admin', 'deleted', 'lesson', 1, 'Nước sạch');`,
  ],
  ['2026-11-16-stored-files.sql', ''],
  [
    '2026-11-16-logins.sql',
    `insert into login_devices values ('\\x0102', 2);
     insert into audit_log (actor_id, actor, actor_role, action, subject, subject_id, subject_name, school_id)
       values (1, 'mod', 'Mod', 'unlocked', 'account', 3, 'be.an', 1);`,
  ],
  ['2026-11-16-stored-references.sql', ''],
  ['2026-11-16-video-metadata.sql', ''],
  ['2026-11-16-session-ids.sql', ''],
  ['2026-11-16-vocabulary.sql', ''],
  ['2026-11-16-migration-checksums.sql', ''],
  ['2026-11-17-languages.sql', "update users set language = 'en' where username = 'be.an';"],
  [
    '2026-11-18-school-years.sql',
    `update classes set name = '4 Bê' where id = 2;
     update users set first_name = 'Na Na' where username = 'be.na.2';
     insert into departures (school_id, student_id, left_on, reason, destination)
       select 1, id, '2026-11-17', 'moved', 'TH Hà Nội' from users where username = 'be.na.2';
     insert into school_year_drafts values (1, ${thisYear + 1}, 1, '{"classes": []}', 1);`,
  ],
  [
    '2026-11-19-moderation.sql',
    `update posts set status = 'withdrawn', reason = 'Ảnh sai' where id = 1;
     update schools set comment_mode = 'approval', held_words = '{ngu,"đồ tồi"}' where id = 1;
     update classes set comment_mode = 'off' where id = 1;
     insert into comments (school_id, post_id, user_id, text, status, held_for)
       values (1, 1, 4, 'Chờ duyệt', 'held', '{link,setting}');
     insert into comments (school_id, post_id, user_id, text, status, reason, decided_by, version)
       values (1, 1, 3, 'Đã ẩn', 'hidden', 'Không lịch sự', 1, 2);
     update comments set reported_at = now() where id = 1;
     insert into comment_reports (comment_id, user_id, school_id, reason) values (1, 3, 1, 'Trêu bạn');
     insert into moderation_presence (user_id, school_id, kind, item_id) values (1, 1, 'post', 2);
     insert into attendance_corrections (school_id, sheet_id, student_id, was_present, reason, corrected_by)
       values (1, 1, 3, true, 'Bấm nhầm', 2);
     insert into notifications (user_id, type, ref_id, sender_id, about, group_key)
       values (1, 'comment_held', 1, 4, 'Tết trồng cây', 'held:1:1794729600');
     insert into audit_log (actor_id, actor, actor_role, action, subject, subject_id, subject_name, school_id)
       values (1, 'mod', 'Mod', 'withdrawn', 'post', 1, 'Tết trồng cây', 1);`,
  ],
  [
    '2026-11-20-privacy.sql',
    `update users set birth_date = '2018-02-03', sex = 'male' where id = 3;
     update posts set photos_confirmed_at = now() where id = 1;
     update attachments set blurred_faces = 2;
     insert into photo_consents (school_id, student_id, side, decision, evidence, guardian_name, decided_on,
       recorded_by) values (1, 3, 'guardian', 'given', 'paper', 'Đặng Văn Ba', '2026-09-07', 1);
     insert into data_requests (school_id, subject_id, kind, requested_by, requester_name, received_on,
       answer_due, result_due)
       values (1, 3, 'copy', 4, 'Đặng Văn Ba', '2026-11-20', '2026-11-24', '2026-12-05');
     insert into erasures (user_id, school_id, erased_by, removed, kept, choices)
       values (4, 1, 1, '{}', '{}', '{}');
     insert into notifications (user_id, type, ref_id, sender_id, about)
       values (1, 'consent_withdrawn', 3, 2, 'Đặng Ngọc Ân');
     insert into audit_log (actor_id, actor, actor_role, action, subject, subject_id, subject_name, school_id)
       values (1, 'mod', 'Mod', 'created', 'photo_consent', 3, 'Đặng Ngọc Ân', 1);`,
  ],
  [
    '2026-11-21-getting-in.sql',
    `update users set second_factor_at = now(), muted_kinds = '{comments}' where id = 1;
     insert into cards (student_id, secret_hash, issued_by, pictures, wrong_tries)
       values (3, sha256('the'), 2, 'meo ca cay', 1);
     insert into authenticators (user_id, secret, confirmed_at, last_step)
       values (1, '\\x00112233445566778899aabbccddeeff', now(), 59);
     insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
       values (1, '\\x01', '\\x02', 3, '{internal}', 'Điện thoại');
     insert into recovery_codes (user_id, code_hash) values (1, sha256('ma'));
     insert into passkey_challenges (challenge, user_id) values ('thu-thach', 1);
     insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
       select id, user_id, 'https://push.example/1', 'khoa', 'bi-mat' from sessions limit 1;
     insert into leave_notes (school_id, student_id, sent_by, first_day, last_day, reason)
       values (1, 3, 4, '2026-11-23', '2026-11-24', 'Sốt');
     update attendance_records set is_excused = not is_present;
     insert into attendance_corrections (school_id, sheet_id, student_id, was_present, was_excused, reason,
       corrected_by) values (1, 1, 3, false, true, 'Có giấy', 2);
     insert into post_reads (post_id, user_id) values (1, 4);
     update posts set reminded_at = now() where id = 1;
     insert into notifications (user_id, type, ref_id, sender_id, about)
       select user_id, 'leave_note', 3, 4, 'Đặng Ngọc Ân' from push_subscriptions;
     insert into audit_log (actor_id, actor, actor_role, action, subject, subject_id, subject_name, school_id)
       values (1, 'mod', 'Mod', 'approved', 'leave_note', 3, 'Đặng Ngọc Ân', 1);`,
  ],
  [
    '2026-11-22-avatars.sql',
    `update users set avatar = '/uploads/avt/cat.svg' where id = 3;
     insert into avatar_photos (school_id, user_id, file, is_approved) values
       (1, 3, 'cc/cho.webp', false), (1, 1, 'cc/mod.webp', true);
     insert into notifications (user_id, type, ref_id, sender_id, about)
       values (3, 'avatar_decided', 3, 2, 'approved');
     insert into audit_log (actor_id, actor, actor_role, action, subject, subject_id, subject_name, school_id)
       values (1, 'mod', 'Mod', 'approved', 'avatar', 3, 'Đặng Ngọc Ân', 1);`,
  ],
  [
    '2026-11-23-office.sql',
    `insert into attendance_reminders (class_id, week) select id, 2 from classes limit 1;
     insert into notifications (user_id, type, ref_id, sender_id, about)
       select user_id, 'attendance_reminder', 1, 1, '2' from sessions limit 1;`,
  ],
];

/** Tables that a later migration renames. */
const renamedTables: Record<string, string> = {
  pupil_names: 'student_names',
  notification_news: 'notification_changes',
};

/** The number of steps in the first release. */
const firstReleaseSteps = steps.findIndex(([step]) => step.startsWith('2026-11-16'));

/** The number of steps before school years. */
const stepsBeforeYears = steps.findIndex(([step]) => step === '2026-11-18-school-years.sql');

/** The number of steps before comments were moderated. */
const stepsBeforeModeration = steps.findIndex(([step]) => step === '2026-11-19-moderation.sql');

/** The number of steps until users had avatars. */
const stepsWithAvatars = steps.findIndex(([step]) => step === '2026-11-22-avatars.sql') + 1;

/** The database of a school after this number of steps. */
async function createDatabaseAfter(count: number): Promise<Database> {
  const database = await openEmptyDatabase();
  for (const [step, inserts] of steps.slice(0, count)) {
    await migrate(database.connection, [step]);
    await database.pool.query(inserts.replaceAll(':hash', `'${passwordHash}'`));
  }
  return database;
}

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
    const avatarFiles = count < stepsWithAvatars ? [] : ['cc/cho.webp', 'cc/mod.webp'];
    expect(files).toEqual([...expected.slice(0, [0, 0, 0, 2][count] ?? 3), ...avatarFiles]);
    const app = await makeTestApp(database, {}, onTestFinished);
    const login = await request(app, auth.login, { body: { username: 'CO.HOA', password } });
    expect(login.status).toBe(200);
    const { body } = await request(app, posts.list, { token: login.body.token, query: {} });
    const titles = (body as ResponseOf<typeof posts.list>).posts.map(({ title }) => title);
    expect(titles).toEqual(count < 3 ? [] : ['Chờ duyệt', 'Tết trồng cây']);
  },
);

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
