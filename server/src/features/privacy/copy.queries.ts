import { id } from '@lop-xanh/contract/fields';
import { pushKinds } from '@lop-xanh/contract/rules/push-kinds';
import { roles } from '@lop-xanh/contract/rules/roles';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { CopiedPerson } from './copied-person.ts';
import { activityLists } from './copy-activity.queries.ts';
import { recordLists } from './copy-record.queries.ts';

const text = z.string();
const optional = z.string().nullable();

const account = z.object({
  id,
  username: text,
  role: z.enum(roles),
  school_id: id.nullable(),
  school_name: optional,
  full_name: text,
  last_name: text,
  first_name: text,
  identifier_code: optional,
  birth_date: optional,
  sex: optional,
  email: optional,
  phone: optional,
  parent_name: optional,
  status: text,
  language: optional,
  muted_kinds: z.array(z.enum(pushKinds)),
  avatar: optional,
  created_at: text,
  last_login_at: optional,
});

export function findAccountToCopy(db: Db, userId: number) {
  return db.one(
    account,
    sql`
      select person.id, person.username, person.role, person.school_id, school.school_name,
             person.full_name, person.last_name, person.first_name, person.identifier_code,
             person.birth_date, person.sex, person.email, person.phone, person.parent_name,
             person.status, person.language, person.muted_kinds, person.avatar,
             person.created_at, person.last_login_at
      from users person left join schools school on school.id = person.school_id
      where person.id = ${userId}::bigint`,
  );
}

/** The children of a parent; of one school, or of all if it is null. */
export function listChildrenToCopy(
  db: Db,
  { parentId, schoolId }: { parentId: number; schoolId: number | null },
): Promise<number[]> {
  return db.values(
    id,
    sql`
      select child.id
      from parents_children link join users child on child.id = link.student_id
      where link.parent_id = ${parentId}::bigint and child.deleted_at is null
        and (${schoolId}::bigint is null or child.school_id = ${schoolId}::bigint)
      order by child.id`,
  );
}

/** The keys are those of data.json. */
const lists = { ...recordLists, ...activityLists };

export type PersonLists = {
  [Name in keyof typeof lists]: z.infer<(typeof lists)[Name]['row']>[];
};

export async function readPersonLists(db: Db, person: CopiedPerson): Promise<PersonLists> {
  const entries: [string, unknown[]][] = [];
  // One after the other: a transaction has one connection.
  for (const [name, { row, select }] of Object.entries(lists)) {
    entries.push([name, await db.many<unknown>(row, select(person))]);
  }
  return Object.fromEntries(entries) as PersonLists;
}

const copiedPost = z.object({
  id,
  title: text,
  content: text,
  status: text,
  reason: optional,
  class_name: optional,
  author: text,
  created_at: text,
});
export type CopiedPost = z.infer<typeof copiedPost>;

const selectPosts = (condition: Sql) => sql`
  select post.id, post.title, post.content, post.status, post.reason, class.name as class_name,
         author.full_name as author, post.created_at
  from posts post
  join users author on author.id = post.author_id
  left join classes class on class.id = post.class_id
  where ${condition}
  order by post.id`;

export function listOwnPosts(db: Db, userId: number): Promise<CopiedPost[]> {
  return db.many(copiedPost, selectPosts(sql`post.author_id = ${userId}::bigint`));
}

/** The posts that a student can read; of one school, or of all if it is null. */
export function listReadablePosts(
  db: Db,
  { studentId, schoolId }: { studentId: number; schoolId: number | null },
): Promise<CopiedPost[]> {
  return db.many(
    copiedPost,
    selectPosts(sql`post.status = 'approved'
      and (${schoolId}::bigint is null or post.school_id = ${schoolId}::bigint)
      and exists (
        select from memberships enrollment
        where enrollment.class_id = post.class_id and enrollment.kind = 'student'
          and enrollment.user_id = ${studentId}::bigint
          and (enrollment.ended_at is null or post.created_at < enrollment.ended_at))`),
  );
}

const copiedFile = z.object({
  post_id: id,
  file: text,
  mime: text,
  filename: text,
  bytes: z.number(),
});

export function listFilesOfPosts(db: Db, postIds: number[]) {
  return db.many(
    copiedFile,
    sql`
      select post_id, file, mime, filename, bytes from attachments
      where post_id = any(${postIds}::bigint[]) order by post_id, position`,
  );
}
