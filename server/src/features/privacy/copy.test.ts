import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../../app.ts';
import { afterFile } from '../../testing/cleanup-hooks.ts';
import { type CopySchool, makeCopySchool } from '../../testing/copy-school.ts';
import { fillCopySchool } from '../../testing/fill-copy-school.ts';
import { updateRow } from '../../testing/fixtures.ts';
import { listFileNames, makeTestStorage, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const storage = makeTestStorage();
const app = await buildApp({
  config: testConfig,
  database,
  storage,
  rateLimits: { perUser: 1e9, perAddress: 1e9 },
});
afterFile(() => app.close());

let school: CopySchool;
beforeEach(async () => {
  school = await makeCopySchool(app, database);
});
test('the page escapes what users wrote and loads nothing from elsewhere', async () => {
  await fillCopySchool(school);
  await updateRow(db, 'users', school.ours.student.id, {
    parent_name: `"><img src=x onerror='x'>`,
  });
  const { page } = await school.copyOf(school.ours.student);
  expect(page).toContain('Lời sen &lt;script&gt;alert(&quot;sen&quot;)&lt;/script&gt;');
  expect(page).toContain('&quot;&gt;&lt;img src=x onerror=&#39;x&#39;&gt;');
  expect(page).not.toMatch(/<script|onerror='/);
  expect(page).not.toMatch(/(src|href)="(?!files\/)/);
  expect(page).not.toMatch(/@import|url\(/);
});

test('a copy is not stored', async () => {
  await fillCopySchool(school);
  const before = await listFileNames(storage);
  await school.copyOf(school.ours.student);
  expect(await listFileNames(storage)).toEqual(before);
});

test('a missing file ends the download instead of leaving it out', async () => {
  const { naming } = await fillCopySchool(school);
  const file = await db.value(
    z.string(),
    sql`select file from attachments where post_id = ${naming.id}`,
  );
  await storage.delete(file);
  await expect(school.copyOf(school.ours.student)).rejects.toThrow('response destroyed');
});

/** Where a copy says nothing of a table that refers to users, and why. */
const notCopied = [
  // Of others: who recorded, decided or changed something.
  'erasures',
  'import_jobs',
  'school_year_drafts',
  'school_years',
  'taught_kinds',
  // Hashes and times that are deleted within days.
  'comment_times',
  'idempotency_keys',
  'moderation_presence',
  // Hashes.
  'recovery_codes',
];

test('a copy covers every table that refers to users', async () => {
  const tables = await db.values(
    z.string(),
    sql`
      select distinct conrelid::regclass::text from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass order by 1`,
  );
  expect(tables.filter((table) => !notCopied.includes(table))).toEqual([
    'attendance_corrections',
    'attendance_sheets',
    'audit_log',
    'authenticators',
    'avatar_photos',
    'cards',
    'comment_reports',
    'comments',
    'data_requests',
    'departures',
    'former_user_names',
    'leave_notes',
    'likes',
    'login_devices',
    'memberships',
    'notifications',
    'parents_children',
    'passkeys',
    'photo_consents',
    'post_reads',
    'posts',
    'push_subscriptions',
    'sessions',
    'student_names',
    'taught_photos',
    'used_codes',
    'used_usernames',
  ]);
});
