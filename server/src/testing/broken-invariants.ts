import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { listBrokenInvariants } from '../database/invariants.ts';
import { deleteAbandonedUploads, deleteExpiredFiles } from '../storage/clean-up-files.ts';
import { adoptStorage } from '../storage/pairing.ts';
import type { Storage } from '../storage/storage.ts';
import { listFileNames } from './test-app.ts';

/** Invariants of a simulated school: each statement selects the ids that break one. */
const invariants = {
  'a duplicate notification': sql`
    select min(id) as id from notifications
    group by user_id, type, ref_id, sender_id, about, created_at having count(*) > 1`,
  'a comment notified twice': sql`
    select notification.ref_id as id from (
      select ref_id, sender_id, count(*) as times from notifications where type = 'comment'
      group by user_id, ref_id, sender_id) notification
    join posts post on post.id = notification.ref_id
    left join (select post_id, user_id, count(*) as times from comments group by 1, 2) comment
      on comment.post_id = notification.ref_id and comment.user_id = notification.sender_id
    where notification.times > coalesce(comment.times, 0)`,
  'an approval notified twice': sql`
    select ref_id as id from (
      select ref_id, count(*) as times from notifications where type = 'post_new'
      group by user_id, ref_id) notification
    left join (select ref_id, count(*) as approvals from notifications
      where type = 'post_approved' group by ref_id) approved using (ref_id)
    where notification.times > coalesce(approvals, 0)`,
  'a pending post notified twice': sql`
    select post.id from posts post join notifications notification on notification.ref_id = post.id
    where notification.type = 'post_pending'
    group by post.id, notification.user_id having count(*) > post.version`,
  'an attendance sheet notified twice': sql`
    select ref_id as id from notifications notification where type = 'attendance_saved'
    group by user_id, ref_id, about
    having count(*) > (select count(*) from attendance_sheets
      where class_id = notification.ref_id and week::text = notification.about)`,
  'a change of class notified twice': sql`
    select user_id as id from notifications notification where type = 'class_changed'
    group by user_id
    having count(*) > (select count(*) from class_transfers where user_id = notification.user_id)
      + (select count(*) from audit_log
         where subject = 'substitute' and (details->>'teacher_id')::bigint = notification.user_id)`,
};

/** Lists the broken invariants with their ids. Interrupted uploads must have been cleaned up before. */
export async function findBrokenInvariants(
  { db }: Pick<Database, 'db'>,
  storage: Storage,
): Promise<string[]> {
  const broken = await listBrokenInvariants(db);
  for (const [invariant, statement] of Object.entries(invariants)) {
    const ids = await db.values(z.number(), statement);
    if (ids.length > 0) broken.push(`${invariant}: ${ids.join(', ')}`);
  }
  const stored = new Set(await listFileNames(storage));
  const references = await db.values(
    z.string(),
    sql`
    select file from attachments
    union all select thumb from attachments where thumb is not null
    union all select file from lesson_thumbnails
    union all select file from avatar_photos
    union all select file from taught_photos where file is not null`,
  );
  const referenced = new Set(references);
  const known = await db.values(
    z.string(),
    sql`select name from stored_files where unreferenced_since is null`,
  );
  if (known.some((name) => !referenced.has(name)) || known.length !== referenced.size) {
    broken.push('a file with a wrong reference count');
  }
  for (const name of referenced) if (!stored.has(name)) broken.push(`a missing file: ${name}`);
  for (const name of stored) if (!referenced.has(name)) broken.push(`an orphaned file: ${name}`);
  return broken;
}

/** Runs next week's cleanup: uploads in progress now have completed or been abandoned by then. */
export async function cleanUpNextWeek(database: Database, storage: Storage): Promise<number> {
  const { db } = database;
  await adoptStorage(database.db, storage);
  await db.run(sql`
    update stored_files set unreferenced_since = unreferenced_since - interval '8 days'
    where unreferenced_since is not null`);
  await deleteAbandonedUploads(db, storage, new Date(Date.now() + 8 * 24 * 3_600_000));
  return deleteExpiredFiles(db, storage);
}
