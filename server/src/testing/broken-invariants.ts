import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { deleteExpiredFiles, deleteOldIncoming } from '../storage/clean-up-files.ts';
import { adoptStorage } from '../storage/pairing.ts';
import type { Storage } from '../storage/storage.ts';
import { namesIn } from './test-app.ts';

/** What must never be found in the database, whatever happened: each statement answers who breaks it. */
const rules = {
  'a half sheet': sql<{ id: number }>`
    select sheet.id from attendance_sheets sheet
    left join attendance_records record on record.sheet_id = sheet.id
    group by sheet.id
    having count(record.sheet_id) <> sheet.total
      or count(*) filter (where record.is_present) <> sheet.present`,
  'news told twice in one act': sql<{ id: number }>`
    select min(id) as id from notifications
    group by user_id, type, ref_id, sender_id, about, created_at having count(*) > 1`,
  'a comment told twice': sql<{ id: number }>`
    select told.ref_id as id from (
      select ref_id, sender_id, count(*) as times from notifications where type = 'comment'
      group by user_id, ref_id, sender_id) told
    join posts post on post.id = told.ref_id
    left join (select post_id, user_id, count(*) as times from comments group by 1, 2) written
      on written.post_id = told.ref_id and written.user_id = told.sender_id
    where told.times > coalesce(written.times, 0)`,
  'an approval told twice': sql<{ id: number }>`
    select ref_id as id from (
      select ref_id, count(*) as times from notifications where type = 'post_new'
      group by user_id, ref_id) told
    left join (select ref_id, count(*) as approvals from notifications
      where type = 'post_approved' group by ref_id) approved using (ref_id)
    where told.times > coalesce(approvals, 0)`,
  'a pending post told twice': sql<{ id: number }>`
    select post.id from posts post join notifications told on told.ref_id = post.id
    where told.type = 'post_pending'
    group by post.id, told.user_id having count(*) > post.version`,
  'a roll call told twice': sql<{ id: number }>`
    select ref_id as id from notifications told where type = 'attendance_saved'
    group by user_id, ref_id, about
    having count(*) > (select count(*) from attendance_sheets
      where class_id = told.ref_id and week::text = told.about)`,
  'a change of class told twice': sql<{ id: number }>`
    select user_id as id from notifications told where type = 'class_changed'
    group by user_id
    having count(*) > (select count(*) from class_history where user_id = told.user_id)`,
  'a record of history that does not begin where the one before it ended': sql<{ id: number }>`
    select id from (
      select id, from_class_id,
        lag(to_class_id) over (partition by user_id order by id) as "before"
      from class_history) record
    where from_class_id is distinct from "before"`,
  'a class without its record of history': sql<{ id: number }>`
    select person.id from users person
    left join lateral (
      select to_class_id from class_history where user_id = person.id order by id desc limit 1
    ) last on true
    where case when person.deleted_at is null then person.class_id end
      is distinct from last.to_class_id`,
};

/** Says which rules a school breaks and where; what was cut off on its way must have been swept before. */
export async function findBrokenInvariants(
  { db }: Pick<Database, 'db'>,
  storage: Storage,
): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, statement] of Object.entries(rules)) {
    const { rows } = await statement.execute(db);
    if (rows.length > 0) broken.push(`${rule}: ${rows.map(({ id }) => id).join(', ')}`);
  }
  const stored = new Set(await namesIn(storage));
  const { rows: references } = await sql<{ name: string }>`
    select file as name from attachments
    union all select thumb from attachments where thumb is not null
    union all select file from lesson_thumbnails`.execute(db);
  const owned = new Set(references.map(({ name }) => name));
  const { rows: known } = await sql<{ name: string }>`
    select name from stored_files where unreferenced_since is null`.execute(db);
  if (known.some(({ name }) => !owned.has(name)) || known.length !== owned.size) {
    broken.push('a file whose references are miscounted');
  }
  for (const name of owned) if (!stored.has(name)) broken.push(`a file that is gone: ${name}`);
  for (const name of stored) if (!owned.has(name)) broken.push(`a file that nobody has: ${name}`);
  return broken;
}

/** The cleanup of next week: whatever is on its way now will have come or been cut off by then. */
export async function cleanUpNextWeek(database: Database, storage: Storage): Promise<number> {
  const { db } = database;
  await adoptStorage(database, storage);
  await sql`
    update stored_files set unreferenced_since = unreferenced_since - interval '8 days'
    where unreferenced_since is not null`.execute(db);
  await deleteOldIncoming(storage, new Date(Date.now() + 8 * 24 * 3_600_000));
  return deleteExpiredFiles(db, storage);
}
