import { id } from '@lop-xanh/contract/fields';
import type { Mention } from '@lop-xanh/contract/privacy';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { recipients } from './erase-history.queries.ts';
import type { Subject } from './erasure.queries.ts';

export type MentionKind = Mention['kind'];

interface TextSource {
  kind: MentionKind;
  table: string;
  /** The column that identifies the mention. */
  key: string;
  columns: string[];
  /** Joins `text` with its author, its class and its moment. */
  joins: Sql;
  author: Sql;
  at: Sql;
  classId: Sql;
  /** Leaves out what is emptied anyway. */
  isOfOthers: (userId: number) => Sql;
  /** A version that grows, so that nobody saves a form with the former text. */
  hasVersion?: boolean;
}

const joinPost = sql`join posts post on post.id = text.post_id`;
const joinSheet = sql`join attendance_sheets sheet on sheet.id = text.sheet_id`;

/** Every column in which others may have written a name. */
export const textSources: TextSource[] = [
  {
    kind: 'post',
    table: 'posts',
    key: 'id',
    columns: ['title', 'content', 'reason'],
    joins: sql``,
    author: sql`text.author_id`,
    at: sql`text.created_at`,
    classId: sql`text.class_id`,
    isOfOthers: () => sql`true`,
    hasVersion: true,
  },
  {
    kind: 'post',
    table: 'attachments',
    key: 'post_id',
    columns: ['filename'],
    joins: joinPost,
    author: sql`post.author_id`,
    at: sql`post.created_at`,
    classId: sql`post.class_id`,
    isOfOthers: () => sql`true`,
  },
  {
    kind: 'comment',
    table: 'comments',
    key: 'id',
    columns: ['text'],
    joins: joinPost,
    author: sql`text.user_id`,
    at: sql`text.created_at`,
    classId: sql`post.class_id`,
    isOfOthers: (userId) => sql`text.user_id <> ${userId}`,
    hasVersion: true,
  },
  {
    kind: 'reason',
    table: 'comments',
    key: 'id',
    columns: ['reason'],
    joins: joinPost,
    author: sql`coalesce(text.decided_by, text.user_id)`,
    at: sql`text.created_at`,
    classId: sql`post.class_id`,
    isOfOthers: (userId) => sql`text.user_id <> ${userId}`,
    hasVersion: true,
  },
  {
    kind: 'reason',
    table: 'comment_reports',
    key: 'comment_id',
    columns: ['reason'],
    joins: sql`join comments comment on comment.id = text.comment_id
      join posts post on post.id = comment.post_id`,
    author: sql`text.user_id`,
    at: sql`text.created_at`,
    classId: sql`post.class_id`,
    isOfOthers: (userId) => sql`text.user_id <> ${userId} and comment.user_id <> ${userId}`,
  },
  {
    kind: 'note',
    table: 'attendance_records',
    key: 'sheet_id',
    columns: ['note'],
    joins: joinSheet,
    author: sql`sheet.taken_by`,
    at: sql`sheet.taken_at`,
    classId: sql`sheet.class_id`,
    isOfOthers: (userId) => sql`text.student_id <> ${userId}`,
  },
  {
    kind: 'correction',
    table: 'attendance_corrections',
    key: 'id',
    columns: ['former_note', 'reason'],
    joins: joinSheet,
    author: sql`text.corrected_by`,
    at: sql`text.corrected_at`,
    classId: sql`sheet.class_id`,
    isOfOthers: (userId) => sql`text.student_id <> ${userId}`,
  },
  {
    kind: 'leave',
    table: 'leave_notes',
    key: 'id',
    columns: ['reason'],
    joins: sql`left join current_members member on member.user_id = text.student_id`,
    author: sql`text.sent_by`,
    at: sql`text.created_at`,
    classId: sql`member.class_id`,
    isOfOthers: (userId) => sql`text.student_id <> ${userId} and text.sent_by <> ${userId}`,
  },
];

const foundText = z.object({
  id,
  texts: z.array(z.string()),
  author: z.string(),
  at: z.string(),
  is_of_own_class: z.boolean(),
});

const toColumn = (name: string) => sql`text.${raw(name)}`;

/** Texts of the person's schools with one of the words, in any case and spacing. */
export function findTexts(
  db: Db,
  { id: userId, school_ids, class_ids }: Subject,
  { source, words }: { source: TextSource; words: string[] },
) {
  const patterns = words.map(
    (word) => `%${word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
  );
  const columns = source.columns.map(toColumn);
  const conditions = columns.map(
    (column) => sql`
      lower(regexp_replace(normalize(${column}), '\\s+', ' ', 'g') collate vietnamese)
        like any(${patterns}::text[])`,
  );
  return db.many(
    foundText,
    sql`
      select text.${raw(source.key)} as id, array_remove(array[${join(columns)}], null) as texts,
             author.full_name as author, ${source.at} as at,
             coalesce(${source.classId} = any(${class_ids}::bigint[]), false) as is_of_own_class
      from ${raw(source.table)} text ${source.joins}
      join users author on author.id = ${source.author}
      where text.school_id = any(${school_ids}::bigint[]) and ${source.isOfOthers(userId)}
        and (${join(conditions, ' or ')})
      order by ${source.at} desc`,
  );
}

const lockedText = z.object({ row: z.string(), texts: z.array(z.string().nullable()) });

/** Replaces words in the chosen texts, and returns how many rows changed. */
export async function redactTexts(
  db: Db,
  { school_ids }: Subject,
  { source, ids, redact }: { source: TextSource; ids: number[]; redact: (text: string) => string },
): Promise<number> {
  const { table, key, columns, hasVersion } = source;
  // The lock keeps every row where it is, so that `ctid` finds it again whatever its key.
  const rows = await db.many(
    lockedText,
    sql`
      select text.ctid::text as row, array[${join(columns.map(toColumn))}] as texts
      from ${raw(table)} text
      where text.${raw(key)} = any(${ids}::bigint[]) and text.school_id = any(${school_ids}::bigint[])
      for update`,
  );
  const changed = rows.flatMap(({ row, texts }) => {
    const redacted = texts.map((text) => text && redact(text));
    return redacted.some((text, index) => text !== texts[index]) ? [{ row, texts: redacted }] : [];
  });
  const assignments = columns.map(
    (column, index) => sql`${raw(column)} = redacted.texts->>${raw(String(index))}`,
  );
  if (hasVersion) assignments.push(sql`version = version + 1`);
  return db.run(sql`
    update ${raw(table)} text set ${join(assignments)}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as redacted ("row" tid, texts jsonb)
    where text.ctid = redacted."row"`);
}

/** A notification shows the title of its post. */
export async function copyTitlesToNotifications(
  db: Db,
  { school_ids }: Subject,
  postIds: number[],
): Promise<void> {
  await db.run(sql`
    update notifications notification set about = post.title
    from (${recipients(school_ids)}) recipient, posts post
    where notification.user_id = recipient.id and post.id = any(${postIds}::bigint[])
      and notification.ref_id = post.id and notification.about <> post.title
      and (notification.type = 'like_agg' or starts_with(notification.type, 'post_')
        or starts_with(notification.type, 'comment'))`);
}

const auditTexts = z.object({
  id,
  subject_name: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditTexts = z.infer<typeof auditTexts>;

interface RedactedIds {
  posts: number[];
  comments: number[];
  sheets: number[];
  corrections: number[];
}

/** The audit entries that repeat the chosen texts, and those of classes, which name their teachers. */
export function findAuditTexts(
  db: Db,
  { class_ids, role }: Subject,
  { posts, comments, sheets, corrections }: RedactedIds,
): Promise<AuditTexts[]> {
  const taughtIds = role === 'Teacher' ? class_ids : [];
  return db.many(
    auditTexts,
    sql`
      select id, subject_name, details from audit_log where id in (
        select id from audit_log where subject = 'post' and subject_id = any(${posts}::bigint[])
        union
        select id from audit_log where subject = 'comment' and subject_id in (
          select id from comments where post_id = any(${posts}::bigint[])
          union all select unnest(${comments}::bigint[]))
        union
        select id from audit_log where subject = 'class' and subject_id = any(${taughtIds}::bigint[])
        union
        select entry.id from (
          select school_id, corrected_at from attendance_corrections
          where sheet_id = any(${sheets}::bigint[])
          union select school_id, corrected_at from attendance_corrections
          where id = any(${corrections}::bigint[])
        ) correction
        join audit_log entry on entry.school_id = correction.school_id
          and entry.subject = 'attendance' and entry.at = correction.corrected_at)`,
  );
}

export async function replaceAuditTexts(db: Db, entries: AuditTexts[]): Promise<void> {
  await db.run(sql`
    update audit_log entry set subject_name = redacted.subject_name, details = redacted.details
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as redacted (id bigint, subject_name text, details jsonb)
    where entry.id = redacted.id`);
}
