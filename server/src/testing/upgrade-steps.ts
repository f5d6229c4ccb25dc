import { getSchoolYear, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrator.ts';
import { passwordHash } from './fixtures.ts';
import { copyDatabase, makeEmptyDatabase, runOnServer } from './test-database.ts';

export const thisYear = getSchoolYear(getVietnamDate(new Date()));

/** The migrations in the order of their creation, each with rows that a school wrote into its tables. */
export const steps: [migration: string, inserts: string][] = [
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
  ['2026-11-22-push-priority.sql', ''],
  ['2026-11-22-unknown-excuses.sql', ''],
  [
    '2026-11-23-office.sql',
    `insert into attendance_reminders (class_id, week) select id, 2 from classes limit 1;
     insert into notifications (user_id, type, ref_id, sender_id, about)
       select user_id, 'attendance_reminder', 1, 1, '2' from sessions limit 1;`,
  ],
  [
    '2026-11-24-dashboard.sql',
    // Not today, of which the migration has counted the logins.
    `insert into school_activity (school_id, day, logins) values (1, '2025-11-20', 3);`,
  ],
  ['2026-11-24-search.sql', ''],
  [
    '2026-11-25-import.sql',
    `insert into import_columns (school_id, heading, field) values (1, 'ho va ten', 'full_name');
     insert into import_jobs (school_id, started_by, total) values (1, 1, 35);`,
  ],
  ['2026-11-25-last-login.sql', ''],
  [
    '2026-11-25-reports.sql',
    `update school_activity set student_logins = 2, parent_logins = 1 where logins = 3;`,
  ],
  ['2026-11-26-storage.sql', ''],
  [
    '2026-11-26-backups.sql',
    `insert into backups (target, finished_at, size, written, files)
       values ('/backups', now(), 5000000000, 1000, 7);
     insert into backups (target, error) values ('/backups', 'the disk is full');`,
  ],
  [
    '2026-11-27-teaching.sql',
    `update schools set keeps_taught_photos = true where id = 1;
     insert into taught_kinds (school_id, label, name, waste_group, advice, created_by)
       values (1, 'battery', 'Pin', 'hazardous', 'Đưa cho thầy cô', 2);
     insert into taught_photos (school_id, kind_id, added_by, approved_by, approved_at, model, features,
       device_features, file)
       select 1, id, 3, 2, now(), 'mau', '\\x00', '\\x01', 'dd/pin.webp' from taught_kinds;
     insert into audit_log (actor_id, actor, actor_role, action, subject, subject_id, subject_name, school_id)
       values (2, 'teacher', 'Teacher', 'created', 'scanner', 1, 'Pin', 1);`,
  ],
  ['2026-11-27-waste-packs.sql', `update schools set waste_pack = 'ha-noi' where id = 1;`],
  ['2026-11-28-notification-changes.sql', ''],
  ['2026-11-28-taught-imports.sql', 'update taught_kinds set is_imported = true;'],
  [
    '2026-11-29-people.sql',
    `insert into audit_log (actor_id, actor, actor_role, action, subject, subject_id, subject_name, school_id)
       values (1, 'mod', 'Mod', 'ended', 'session', 3, 'Đặng Ngọc Ân', 1);`,
  ],
  [
    '2026-11-30-failed-videos.sql',
    `update stored_files set cleaning_failed_at = now() where metadata = 'present';`,
  ],
  ['2026-12-01-newer-schema.sql', ''],
];

/** The text of 2026-11-16-vocabulary.sql in 0.1.0, whose last migration it was. */
const vocabularyOfFirstVersion = `
  alter table pupil_names rename to student_names;
  alter index attendance_records_of_pupil rename to attendance_records_of_student;
  alter index pupil_names_pkey rename to student_names_pkey;
  create view pupil_names as select * from student_names;
  insert into migrations (name) values ('2026-11-16-vocabulary.sql');`;

const countStepsBefore = (migration: string) =>
  steps.findIndex(([step]) => step.startsWith(migration));

/** The number of steps in the first release. */
export const firstReleaseSteps = countStepsBefore('2026-11-16');
export const stepsBeforeYears = countStepsBefore('2026-11-18-school-years');
export const stepsBeforeModeration = countStepsBefore('2026-11-19-moderation');
export const stepsBeforeAvatars = countStepsBefore('2026-11-22-avatars');
export const stepsBeforeTeaching = countStepsBefore('2026-11-27-teaching');
export const stepsBeforeExcuses = countStepsBefore('2026-11-21-getting-in');

/** The database of a school that ran 0.1.0. */
export async function createDatabaseOfFirstVersion(): Promise<Database> {
  const database = await createDatabaseAfter(countStepsBefore('2026-11-16-vocabulary'));
  await database.pool.query(vocabularyOfFirstVersion);
  return database;
}

/** The database that the last test asked for. Most tests need one step more than the test before. */
let latest: { connection: pg.ClientConfig; count: number } | undefined;

/** The database of a school after this number of steps. */
export async function createDatabaseAfter(count: number): Promise<Database> {
  if (!latest || latest.count > count) latest = { ...(await makeEmptyDatabase()), count: 0 };
  const { connection } = latest;
  for (const [step, inserts] of steps.slice(latest.count, count)) {
    await migrate(connection, { names: [step], isShared: false });
    await runOnServer(connection, inserts.replaceAll(':hash', `'${passwordHash}'`));
  }
  latest.count = count;
  return copyDatabase(connection);
}
