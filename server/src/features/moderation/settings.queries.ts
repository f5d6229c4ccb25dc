import { commentModes } from '@lop-xanh/contract/moderation';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

/** The stricter of the comment modes of a school and a class; a post may have no class. */
export const effectiveCommentMode = (school: Sql, schoolClass: Sql) => sql`
  case when 'off' in (${school}.comment_mode, ${schoolClass}.comment_mode) then 'off'
    when 'approval' in (${school}.comment_mode, ${schoolClass}.comment_mode) then 'approval'
    else 'open' end`;

const schoolSettings = z.object({
  school_name: z.string(),
  comments: z.enum(commentModes),
  words: z.array(z.string()),
});

export function findSchoolSettings(db: Db, schoolId: number) {
  return db.one(
    schoolSettings,
    sql`
      select school_name, comment_mode as comments, held_words as words
      from schools where id = ${schoolId}`,
  );
}

export type SchoolSettings = Omit<z.infer<typeof schoolSettings>, 'school_name'>;

export async function updateSchoolSettings(
  db: Db,
  schoolId: number,
  { comments, words }: SchoolSettings,
): Promise<void> {
  await db.run(sql`
    update schools set comment_mode = ${comments}, held_words = ${words}::text[]
    where id = ${schoolId}`);
}

const classSettings = z.object({
  school: z.enum(commentModes),
  class: z.enum(commentModes),
  effective: z.enum(commentModes),
});

export function findClassSettings(db: Db, classId: number) {
  return db.one(
    classSettings,
    sql`
      select school.comment_mode as school, class.comment_mode as class,
             ${effectiveCommentMode(sql`school`, sql`class`)} as effective
      from classes class join schools school on school.id = class.school_id
      where class.id = ${classId}`,
  );
}

export async function updateClassMode(db: Db, classId: number, mode: string): Promise<void> {
  await db.run(sql`update classes set comment_mode = ${mode} where id = ${classId}`);
}
